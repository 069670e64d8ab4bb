import type { Hex } from 'viem';
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
  let tried: { connection: number; tracing: Tracing | undefined } | undefined;
  let skipped = 0;

  async function trace(run: (tracing: Tracing) => Promise<Movement[] | undefined>): Promise<Movement[] | undefined> {
    const { connection } = rpc;
    if (tried?.connection === connection && tried.tracing !== undefined) return run(tried.tracing);
    if (tried?.connection === connection && skipped < SKIPPED_MAX) {
      skipped += 1;
      return undefined;
    }
    skipped = 0;
    for (const tracing of TRACINGS) {
      const movements = await run(tracing);
      if (movements === undefined) continue;
      tried = { connection, tracing };
      return movements;
    }
    tried = { connection, tracing: undefined };
    return undefined;
  }

  return {
    traceBlock: (block) => trace((tracing) => tracing.traceBlock(node, block)),
    traceTransaction: (tx) => trace((tracing) => tracing.traceTransaction(node, tx)),
  };
}
