import type { Network } from '../../domain/networks/network.ts';
import type { PendingTransfer, Scan, Watch } from '../../ports/chain.ts';
import type { MempoolLog, MempoolSnapshot } from './create-mempool-log.ts';
import type { BitcoinNode, Block, Tip } from './create-node.ts';
import { formatCursor, parseCursor } from './cursor.ts';
import { type BlockBatch, findResumePoint, type ResumePoint, readBlocks } from './follow-chain.ts';
import { transfersOf } from './read-transaction.ts';

interface Parts {
  node: BitcoinNode;
  log: MempoolLog;
  network: Pick<Network, 'coin' | 'tipAgeMsMax'>;
}

/** Reads the next blocks and, once at the tip, the mempool. */
export async function scan(parts: Parts, cursorText: string | undefined, watch: Watch): Promise<Scan> {
  const { node, log, network } = parts;
  const previous = cursorText === undefined ? undefined : parseCursor(cursorText);
  const tip = await node.tip();
  const resumePoint = await findResumePoint(node, tip, previous, watch);
  const batch = await readBlocks(node, tip, resumePoint.position);
  const snapshot = batch.atTip ? await log.refresh(watch.nowMs) : undefined;
  // A block mined in the meantime removes transactions from the mempool that this scan has not read in a block.
  const settled = snapshot !== undefined && (await node.bestHash()) === tip.hash;
  const inBlock = new Set(batch.blocks.flatMap(({ transactions }) => transactions.map(({ tx }) => tx)));
  const page = snapshot === undefined ? undefined : log.readAfter(previous?.mempool, inBlock);
  const sawAll = settled && snapshot.complete && page?.complete === true;
  const replaced = findReplaced(batch.blocks, watch.pending);
  return {
    rolledBackTo: resumePoint.rolledBackTo,
    transfers: [...blockTransfers(batch.blocks, network.coin, watch.nowMs), ...(page?.transfers ?? [])],
    replaced,
    missing: settled ? findMissing(watch.pending, resumePoint, snapshot, new Set([...inBlock, ...replaced])) : [],
    cursor: formatCursor({ ...batch.position, mempool: page?.cursor ?? previous?.mempool }),
    tipHeight: tip.height,
    tipTimeMs: batch.atTip ? batch.position.timeMs : undefined,
    scannedUntilMs:
      isUpToDate(network, tip, batch, watch) && sawAll ? watch.nowMs : Math.min(batch.position.timeMs, watch.nowMs),
    behind: !settled || snapshot.more || page?.complete !== true,
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

/** Pending transactions that are neither in a block nor in the mempool. */
function findMissing(
  pending: readonly PendingTransfer[],
  { rolledBackTo }: ResumePoint,
  { listed }: MempoolSnapshot,
  settled: ReadonlySet<string>,
): string[] {
  const inNoBlock = pending.filter(
    ({ blockHeight }) => blockHeight === undefined || (rolledBackTo !== undefined && blockHeight > rolledBackTo),
  );
  return [...new Set(inNoBlock.map(({ tx }) => tx))].filter((tx) => !listed.has(tx) && !settled.has(tx));
}
