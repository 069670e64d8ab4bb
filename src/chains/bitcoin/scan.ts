import type { PendingTransfer, Scan, Watch } from '../../ports/chain.ts';
import type { Look, MempoolLog } from './create-mempool-log.ts';
import type { BitcoinNode, Block, Tip } from './create-node.ts';
import { formatCursor, parseCursor } from './cursor.ts';
import { type Footing, findFooting, readBlocks, type Stretch } from './follow-chain.ts';
import type { NetworkParameters } from './network-parameters.ts';
import { transfersOf } from './read-transaction.ts';

/** A tip that is older is taken for that of a node which has lost its peers. */
const TIP_AGE_MS_MAX = 3 * 60 * 60 * 1_000;

interface Parts {
  node: BitcoinNode;
  log: MempoolLog;
  coin: string;
  parameters: NetworkParameters;
}

/** Reads on: the next blocks and, once at the tip, the mempool. */
export async function scan(parts: Parts, cursorText: string | undefined, watch: Watch): Promise<Scan> {
  const { node, log } = parts;
  const held = cursorText === undefined ? undefined : parseCursor(cursorText);
  const tip = await node.tip();
  const footing = await findFooting(node, tip, held, watch);
  const stretch = await readBlocks(node, tip, footing.position);
  const look = stretch.atTip ? await log.look(watch.nowMs) : undefined;
  // A block that came meanwhile has taken its transactions out of the mempool: they have been seen in neither.
  const settled = look !== undefined && (await node.bestHash()) === tip.hash;
  const inBlock = new Set(stretch.blocks.flatMap(({ transactions }) => transactions.map(({ tx }) => tx)));
  const told = look === undefined ? undefined : log.tell(held?.mempool, inBlock);
  const sawAll = settled && look.complete && told?.complete === true;
  const replaced = findReplaced(stretch.blocks, watch.pending);
  return {
    rolledBackTo: footing.rolledBackTo,
    transfers: [...blockTransfers(stretch.blocks, parts.coin, watch.nowMs), ...(told?.transfers ?? [])],
    replaced,
    missing: settled ? findMissing(watch.pending, footing, look, new Set([...inBlock, ...replaced])) : [],
    cursor: formatCursor({ ...stretch.position, mempool: told?.mark ?? held?.mempool }),
    tipHeight: tip.height,
    scannedUntilMs:
      seesPresent(parts.parameters, tip, stretch, watch) && sawAll
        ? watch.nowMs
        : Math.min(stretch.position.timeMs, watch.nowMs),
    behind: !settled || look.more || told?.complete !== true,
  };
}

const blockTransfers = (blocks: readonly Block[], coin: string, nowMs: number) =>
  blocks.flatMap(({ height, timeMs, transactions }) => {
    const found = { blockHeight: height, firstSeenAtMs: Math.min(nowMs, timeMs) };
    return transactions.flatMap((transaction) => transfersOf(transaction, coin, found));
  });

/** Whether the tip of this node is the present, as far as it can tell. */
function seesPresent({ minedByHand }: NetworkParameters, tip: Tip, { position }: Stretch, { nowMs }: Watch): boolean {
  return minedByHand || (!tip.syncing && nowMs - position.timeMs <= TIP_AGE_MS_MAX);
}

/** A pending transaction is void only when another one that spends the same stands in a block; that both are known is not enough. */
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

/** Pending, in no block, and not in the mempool either. */
function findMissing(
  pending: readonly PendingTransfer[],
  { rolledBackTo }: Footing,
  { listed }: Look,
  settled: ReadonlySet<string>,
): string[] {
  const inNoBlock = pending.filter(
    ({ blockHeight }) => blockHeight === undefined || (rolledBackTo !== undefined && blockHeight > rolledBackTo),
  );
  return [...new Set(inNoBlock.map(({ tx }) => tx))].filter((tx) => !listed.has(tx) && !settled.has(tx));
}
