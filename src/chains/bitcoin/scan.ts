import type { Network } from '../../domain/networks/network.ts';
import type { PendingTransfer, Scan, Watch } from '../../ports/chain.ts';
import type { Block, BlockSource, Tip } from './block-source.ts';
import { formatCursor, parseCursor } from './cursor.ts';
import { type BlockBatch, findResumePoint, type ResumePoint, readBlocks } from './follow-chain.ts';
import type { MempoolReader } from './mempool-reader.ts';
import { transfersOf } from './read-transaction.ts';

interface Parts {
  source: BlockSource;
  mempool: MempoolReader;
  network: Pick<Network, 'coin' | 'tipAgeMsMax'>;
}

/** Reads the next blocks and, once at the tip, the mempool. */
export async function scan(parts: Parts, cursorText: string | undefined, watch: Watch): Promise<Scan> {
  const { source, mempool, network } = parts;
  const previous = cursorText === undefined ? undefined : parseCursor(cursorText);
  const tip = await source.tip();
  const resumePoint = await findResumePoint(source, tip, previous, watch);
  const batch = await readBlocks(source, tip, resumePoint.position);
  const inBlock = new Set(batch.blocks.flatMap(({ transactions }) => transactions.map(({ tx }) => tx)));
  const replaced = findReplaced(batch.blocks, watch.pending);
  const waiting = listWaiting(watch.pending, resumePoint, new Set([...inBlock, ...replaced]));
  const blocksUntilMs = Math.min(batch.position.timeMs, watch.nowMs);
  const order = { watch, inBlock, waiting, blocksUntilMs };
  const read = batch.atTip ? await mempool.read(previous?.mempool, order) : undefined;
  // A block mined in the meantime removes transactions from the mempool that this scan has not read in a block.
  const settled = read !== undefined && (await source.bestHash()) === tip.hash;
  const untilMs = settled && isUpToDate(network, tip, batch, watch) ? read.untilMs : undefined;
  return {
    rolledBackTo: resumePoint.rolledBackTo,
    transfers: [...blockTransfers(batch.blocks, network.coin, watch.nowMs), ...(read?.transfers ?? [])],
    replaced,
    missing: settled ? read.missing : [],
    cursor: formatCursor({ ...batch.position, mempool: (settled ? read.cursor : undefined) ?? previous?.mempool }),
    tipHeight: tip.height,
    tipTimeMs: batch.atTip ? batch.position.timeMs : undefined,
    scannedUntilMs: untilMs ?? blocksUntilMs,
    lagging: untilMs === undefined ? [] : (read?.lagging ?? []),
    unreadable: read?.unreadable ?? [],
    behind: !settled || read.more,
  };
}

const blockTransfers = (blocks: readonly Block[], coin: string, nowMs: number) =>
  blocks.flatMap(({ height, timeMs, transactions }) => {
    const found = { blockHeight: height, blockTimeMs: timeMs, firstSeenAtMs: Math.min(nowMs, timeMs) };
    return transactions.flatMap((transaction) => transfersOf(transaction, coin, found));
  });

/** Whether the node's tip is up to date, as far as the node can tell. */
function isUpToDate(
  { tipAgeMsMax }: Pick<Network, 'tipAgeMsMax'>,
  tip: Tip,
  { position }: BlockBatch,
  { nowMs }: Watch,
): boolean {
  return tipAgeMsMax === undefined || (!tip.syncing && nowMs - position.timeMs <= tipAgeMsMax);
}

/** A pending transaction is void only once a block contains another transaction that spends the same output. */
function findReplaced(blocks: readonly Block[], pending: readonly PendingTransfer[]): string[] {
  const spenders = new Map<string, string[]>();
  for (const { tx, spends } of pending) {
    for (const outpoint of spends) spenders.set(outpoint, [...(spenders.get(outpoint) ?? []), tx]);
  }
  const replaced = new Set<string>();
  if (spenders.size === 0) return [];
  for (const { tx, spends } of blocks.flatMap(({ transactions }) => transactions)) {
    for (const outpoint of spends) {
      for (const other of spenders.get(outpoint) ?? []) if (other !== tx) replaced.add(other);
    }
  }
  return [...replaced];
}

/** Pending transactions that are in no block. */
function listWaiting(
  pending: readonly PendingTransfer[],
  { rolledBackTo }: ResumePoint,
  settled: ReadonlySet<string>,
): string[] {
  const inNoBlock = pending.filter(
    ({ blockHeight }) => blockHeight === undefined || (rolledBackTo !== undefined && blockHeight > rolledBackTo),
  );
  return [...new Set(inNoBlock.map(({ tx }) => tx))].filter((tx) => !settled.has(tx));
}
