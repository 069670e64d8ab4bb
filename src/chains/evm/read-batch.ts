import type { Hex } from 'viem';
import { inParallel } from '../in-parallel.ts';
import { BRANCH_BLOCKS_MAX } from './create-branch.ts';
import { type LogFilter, NotYetError } from './create-node.ts';
import type { Position } from './cursor.ts';
import { limitUnknown } from './limit-unknown.ts';
import type { Block, Header } from './read-block.ts';
import { type LogParts, readLogs, readLogsOf } from './read-logs.ts';
import type { Log } from './read-receipt.ts';
import { distrustedError } from './read-response.ts';

const CALLS_PARALLEL_MAX = 8;
/** Full blocks are read while a payment in the coin is expected. They are large, and all of a scan are in memory at once. */
const FULL_BLOCKS_MAX = 32;
const FULL_BLOCKS_MS_MAX = 1_500;

export interface Wanted {
  tip: Header;
  position: Position;
  /** Logs are read from this block on, which may have been read before. */
  logsFrom: number;
  /** Undefined if no log can matter. */
  filter: LogFilter | undefined;
  /** The contracts of known tokens. Only their transfers can be money. */
  tokens: readonly Hex[];
  /** Whether a log is a transfer to a watched address and was not found before. */
  isNew: (log: Log) => boolean;
  readsCoin: boolean;
  /** A scan ends before the block with which it would have more transactions to look at. */
  transactionsMax: number;
}

export interface Batch {
  /** The last block that was read. */
  end: Header;
  /** The full blocks by height: those with logs, and all new ones while a payment in the coin is expected. */
  blocks: ReadonlyMap<number, Block>;
  logs: readonly Log[];
}

/** Reads the next blocks. Undefined if there is none, or if the chain changed while it was read; the next scan follows it. */
export async function readBatch(parts: LogParts, wanted: Wanted): Promise<Batch | undefined> {
  const { node } = parts;
  const { tip, position, filter } = wanted;
  const from = position.height + 1;
  if (from > tip.height) return undefined;
  const blocks = new Map<number, Block>();
  if (wanted.readsCoin && !(await readFullBlocks(parts, wanted, blocks))) return undefined;
  const last = wanted.readsCoin ? position.height + blocks.size : tip.height;
  const { logsFrom, tokens } = wanted;
  const read = filter
    ? await readLogs(parts, { filter, tokens, isWanted: wanted.isNew }, { from: logsFrom, to: last })
    : { logs: [], to: last };
  const ours = limitUnknown(read.logs, new Set(tokens));
  const to = limitTransactions(ours, { from, to: read.to, max: wanted.transactionsMax });
  if (to < from) return undefined;
  const end = blocks.get(to) ?? (to === tip.height ? tip : await node.header(to));
  if (to === tip.height && end.hash !== tip.hash) return undefined;
  const logs = ours.filter(({ blockHeight }) => blockHeight <= to);
  const missing = [...new Set(logs.map(({ blockHeight }) => blockHeight))].filter((height) => !blocks.has(height));
  const added = await inParallel(missing, CALLS_PARALLEL_MAX, (height) => node.block(height));
  for (const block of added) blocks.set(block.height, block);
  if ((blocks.get(to)?.hash ?? end.hash) !== end.hash) return undefined;
  for (const height of blocks.keys()) if (height > to) blocks.delete(height);
  await checkBranch(parts, wanted, blocks, end);
  return { end, blocks, logs: await matchBranch(parts, wanted, logs, blocks) };
}

/** Reads full blocks and checks that each one is the child of the one before. Returns false if the chain changed. */
async function readFullBlocks(
  { node, clock }: LogParts,
  { tip, position }: Wanted,
  blocks: Map<number, Block>,
): Promise<boolean> {
  const startMs = clock.nowMs();
  const end = Math.min(tip.height, position.height + FULL_BLOCKS_MAX);
  let before: { height: number; hash: Hex } = position;
  while (before.height < end && (blocks.size === 0 || clock.nowMs() - startMs < FULL_BLOCKS_MS_MAX)) {
    const next = before.height + 1;
    const heights = Array.from({ length: Math.min(CALLS_PARALLEL_MAX, end - before.height) }, (_, step) => next + step);
    for (const block of await inParallel(heights, CALLS_PARALLEL_MAX, (height) => node.block(height))) {
      if (block.parentHash !== before.hash) {
        if ((await node.header(before.height)).hash !== before.hash) return blocks.size > 0;
        if ((await node.header(block.height)).hash !== block.hash) return blocks.size > 0;
        throw distrustedError(`The node’s block ${block.height} does not follow its block ${before.height}.`);
      }
      blocks.set(block.height, block);
      before = block;
    }
  }
  return true;
}

/** The blocks that were read must be below the last one: only that one is looked at later to find a reorganization. */
async function checkBranch(
  { node }: LogParts,
  { tip }: Wanted,
  blocks: ReadonlyMap<number, Block>,
  end: Header,
): Promise<void> {
  const recent = [...blocks.keys()].filter((height) => height > tip.height - BRANCH_BLOCKS_MAX);
  const lowest = Math.min(end.height, ...recent);
  const heights = Array.from({ length: end.height - lowest }, (_, step) => lowest + step);
  const below = await inParallel(heights, CALLS_PARALLEL_MAX, async (at) => blocks.get(at) ?? node.header(at));
  for (const [position, { height, hash }] of below.entries())
    if ((below[position + 1] ?? end).parentHash !== hash)
      throw new NotYetError(`The node’s block ${height + 1} does not follow its block ${height}.`);
}

/** Logs of another branch are replaced by those of the block itself, which is asked for by its hash. */
async function matchBranch(
  { node }: LogParts,
  { filter, isNew }: Wanted,
  logs: readonly Log[],
  blocks: ReadonlyMap<number, Block>,
): Promise<Log[]> {
  const foreign = new Set(
    logs
      .filter(({ blockHash, blockHeight }) => blocks.get(blockHeight)?.hash !== blockHash)
      .map(({ blockHeight }) => blockHeight),
  );
  const kept = logs.filter(({ blockHeight }) => !foreign.has(blockHeight));
  for (const height of foreign) {
    const block = blocks.get(height);
    if (block === undefined || filter === undefined) continue;
    kept.push(...(await readLogsOf(node, filter, block.hash)).filter(isNew));
  }
  return kept.toSorted((a, b) => a.blockHeight - b.blockHeight || a.blockPosition - b.blockPosition);
}

/** The last block to be read; always at least one, however many transactions it has. */
function limitTransactions(logs: readonly Log[], { from, to, max }: { from: number; to: number; max: number }): number {
  const heights = new Map(logs.map(({ tx, blockHeight }) => [tx, blockHeight]));
  const beyond = [...heights.values()].sort((a, b) => a - b)[max];
  return beyond === undefined ? to : Math.min(to, Math.max(from, beyond - 1));
}
