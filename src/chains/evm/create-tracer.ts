import type { Hex } from 'viem';
import { ChainError } from '../../domain/networks/chain-error.ts';
import type { Rpc } from '../rpc/rpc.ts';
import type { EvmNode } from './create-node.ts';
import type { Block } from './read-block.ts';
import { TRACINGS, type Tracing } from './read-trace.ts';
import type { Movement } from './read-transfers.ts';

/** Finds the coin that contracts forward, if the node can trace. */
export interface Tracer {
  /** Undefined if the node cannot trace the block. */
  traceBlock(block: Block): Promise<Movement[] | undefined>;
  traceTransaction(tx: Hex): Promise<Movement[] | undefined>;
}

/** A node that cannot trace an old block may trace newer ones, so it is asked again after this many blocks. */
const SKIPPED_MAX = 200;

/** Tries once per connection which way of tracing the node offers, if any. */
export function createTracer(node: EvmNode, rpc: Pick<Rpc, 'connection'>): Tracer {
  let found: { connection: number; tracing: Tracing } | undefined;
  /** How many blocks are not traced; on any connection if the node did not respond, because it may be too slow. */
  let rest: { blocks: number; connection: number | undefined } | undefined;

  async function trace(run: (tracing: Tracing) => Promise<Movement[] | undefined>): Promise<Movement[] | undefined> {
    const { connection } = rpc;
    if (rest !== undefined && rest.blocks > 0 && (rest.connection ?? connection) === connection) {
      rest.blocks -= 1;
      return undefined;
    }
    try {
      if (found?.connection === connection) return await run(found.tracing);
      for (const tracing of TRACINGS) {
        const movements = await run(tracing);
        if (movements === undefined) continue;
        found = { connection, tracing };
        return movements;
      }
      rest = { blocks: SKIPPED_MAX, connection };
    } catch (error) {
      if (!(error instanceof ChainError) || error.kind !== 'away') throw error;
      rest = { blocks: SKIPPED_MAX, connection: undefined };
    }
    return undefined;
  }

  return {
    traceBlock: (block) => trace((tracing) => tracing.traceBlock(node, block)),
    traceTransaction: (tx) => trace((tracing) => tracing.traceTransaction(node, tx)),
  };
}
