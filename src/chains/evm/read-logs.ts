import type { Hex } from 'viem';
import { ChainError } from '../../domain/networks/chain-error.ts';
import type { Clock } from '../../ports/clock.ts';
import { RpcError } from '../rpc/rpc.ts';
import { toChainError } from '../rpc/to-chain-error.ts';
import type { EvmNode, LogFilter } from './create-node.ts';
import type { LogRange } from './log-range.ts';
import type { Log } from './read-receipt.ts';
import { distrustedError } from './read-response.ts';

const CALLS_MAX = 12;
/** A scan begins no further range after this time, so that it ends before its lease does. */
const READ_MS_MAX = 2_000;

export interface LogParts {
  node: EvmNode;
  range: LogRange;
  clock: Pick<Clock, 'nowMs'>;
}

/**
 * Reads the logs of as many blocks as a few calls give, and says which block is the last one. Anyone can fill a block with
 * transfers of tokens that do not exist, until no node returns them all. Of such a block, only the logs of `tokens` are read.
 */
export async function readLogs(
  { node, range, clock }: LogParts,
  { filter, tokens, isWanted }: { filter: LogFilter; tokens: readonly Hex[]; isWanted: (log: Log) => boolean },
  { from, to }: { from: number; to: number },
): Promise<{ logs: Log[]; to: number }> {
  const startMs = clock.nowMs();
  const logs: Log[] = [];
  let next = from;
  for (let calls = 0; next <= to && calls < CALLS_MAX; calls += 1) {
    const askedAtMs = clock.nowMs();
    if (calls > 0 && askedAtMs - startMs >= READ_MS_MAX) break;
    const isUnreadable = range.isUnreadable(next);
    const last = isUnreadable ? next : Math.min(to, next + range.blocks - 1);
    const blocks = last - next + 1;
    try {
      const found = isUnreadable
        ? await readTokenLogs(node, { ...filter, contracts: tokens }, next)
        : await node.logs({ from: next, to: last }, filter);
      checkHeights(found, next, last);
      range.accept({ blocks, logs: found.length, tookMs: clock.nowMs() - askedAtMs }, clock.nowMs());
      // The others may be large, and those of all calls would be in memory at once.
      for (const log of found) if (isWanted(log)) logs.push(log);
      next = last + 1;
    } catch (error) {
      if (blocks === 1) range.giveUpOn(next);
      if (error instanceof ChainError && error.kind === 'away') range.shrink(blocks);
      if (!(error instanceof RpcError)) throw error;
      if (!range.reject(blocks, clock.nowMs())) throw toChainError(error, 'eth_getLogs');
    }
  }
  return { logs, to: next - 1 };
}

/** Even the transfers of real tokens can be more than a node returns for a filter. The receipts have all of them. */
async function readTokenLogs(node: EvmNode, filter: LogFilter, height: number): Promise<Log[]> {
  const { contracts } = filter;
  if (contracts.length === 0) return [];
  try {
    return await node.logs({ from: height, to: height }, filter);
  } catch (error) {
    const receipts = error instanceof RpcError ? await node.receipts(height) : undefined;
    if (receipts === undefined) throw error;
    return receipts.flatMap(({ logs }) => logs.filter(({ contract }) => contracts.includes(contract)));
  }
}

/** The logs of one block, which is named by its hash. */
export async function readLogsOf(node: EvmNode, filter: LogFilter, blockHash: Hex): Promise<Log[]> {
  try {
    const logs = await node.logs({ blockHash }, filter);
    if (logs.every((log) => log.blockHash === blockHash)) return logs;
  } catch (error) {
    throw toChainError(error, 'eth_getLogs');
  }
  throw distrustedError(`The node returned logs of other blocks than ${blockHash}.`);
}

function checkHeights(logs: readonly Log[], from: number, to: number): void {
  const foreign = logs.find(({ blockHeight }) => blockHeight < from || blockHeight > to);
  if (foreign === undefined) return;
  throw distrustedError(`The node returned a log of block ${foreign.blockHeight}, outside of ${from} to ${to}.`);
}
