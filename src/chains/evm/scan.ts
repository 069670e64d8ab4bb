import type { Hex } from 'viem';
import { pad } from 'viem/utils';
import { LIMITS } from '../../domain/limits.ts';
import type { Network } from '../../domain/networks/network.ts';
import type { Scan, Watch } from '../../ports/chain.ts';
import type { AssetBook } from './asset-book.ts';
import { checkPending } from './check-pending.ts';
import { compareBalances } from './compare-balances.ts';
import type { LogFilter } from './create-node.ts';
import { type CoinBook, type Cursor, formatCursor, markOf, parseCursor, stepForward } from './cursor.ts';
import { TRANSFER } from './erc20.ts';
import { findResumePoint, type ResumePoint } from './follow-chain.ts';
import { parametersOf } from './network-parameters.ts';
import { type Batch, readBatch } from './read-batch.ts';
import { readFinality } from './read-finality.ts';
import { blocksOf, type FoundInBatch, NOTHING_FOUND, type ReadParts, readFound } from './read-found.ts';
import type { LogParts } from './read-logs.ts';

export interface ScanParts extends LogParts, ReadParts {
  network: Network;
}

/** Reads the next blocks: the logs of transfers to watched addresses, and whole blocks while the coin is expected. */
export async function scan(parts: ScanParts, cursorText: string | undefined, watch: Watch): Promise<Scan> {
  const { node, network, book } = parts;
  const previous = cursorText === undefined ? undefined : parseCursor(cursorText);
  // The tip comes first: a payment target that is assigned after the addresses were listed is paid in a later block.
  const tip = await node.latest();
  const { blockMs } = parametersOf(network.name);
  const resumePoint = await findResumePoint(node, tip, { previous, watch, blockMs });
  const { position, rolledBackTo } = resumePoint;
  const recipients = await listRecipients(watch);
  const readsCoin = recipients.size > 0 && position.timeMs < (watch.coinUntilMs ?? 0);
  const batch = await readBatch(parts, {
    tip,
    position,
    filter: filterOf(recipients, book),
    isOurs: ({ topics }) => recipients.has(`0x${topics[2]?.slice(-40) ?? ''}`),
    readsCoin,
  });
  const context = { recipients, readsCoin, nowMs: watch.nowMs };
  const found = batch === undefined ? NOTHING_FOUND : await readFound(parts, batch, context);
  const balances = await followBalances(parts, { previous, resumePoint, batch, found, recipients, nowMs: watch.nowMs });
  const end = batch === undefined ? position : stepForward(position, batch.end, blocksOf(found, batch).map(markOf));
  const atTip = end.hash === tip.hash;
  const seen = new Set(found.transfers.map(({ tx }) => tx));
  const pending = atTip ? await checkPending(node, watch.pending, { seen, rolledBackTo, height: tip.height }) : NO_NEWS;
  const isWaiting = watch.pending.length > 0 || found.transfers.length > 0;
  return {
    rolledBackTo,
    transfers: [...found.transfers, ...balances.unexplained],
    ...pending,
    cursor: formatCursor({ ...end, coin: balances.book }),
    tipHeight: tip.height,
    tipTimeMs: tip.timeMs,
    ...(isWaiting ? await readFinality(node, network, tip) : {}),
    scannedUntilMs: isOnDemand(network) && atTip ? watch.nowMs : Math.min(end.timeMs, watch.nowMs),
    behind: !atTip,
  };
}

const NO_NEWS = { replaced: [], missing: [] };

/** Blocks of a local chain are made on demand, so its newest block may be of any age. */
const isOnDemand = ({ tipAgeMsMax }: Network): boolean => tipAgeMsMax === undefined;

async function listRecipients(watch: Watch): Promise<ReadonlySet<Hex>> {
  const some = await watch.addresses(LIMITS.logRecipientsMax);
  const all = some.length > LIMITS.logRecipientsMax ? await watch.addresses() : some;
  return new Set(all.map((address) => address.toLowerCase() as Hex));
}

/** Nodes filter logs by a limited number of recipients. If there are more, all logs of the known tokens are read. */
function filterOf(recipients: ReadonlySet<Hex>, book: AssetBook): LogFilter | undefined {
  if (recipients.size === 0) return undefined;
  if (recipients.size <= LIMITS.logRecipientsMax) {
    return { contracts: [], topics: [TRANSFER, null, [...recipients].map((address) => pad(address))] };
  }
  const contracts = [...book.byContract.keys()];
  return contracts.length === 0 ? undefined : { contracts, topics: [TRANSFER] };
}

interface BalanceNews {
  previous: Cursor | undefined;
  resumePoint: ResumePoint;
  batch: Batch | undefined;
  found: FoundInBatch;
  recipients: ReadonlySet<Hex>;
  nowMs: number;
}

/** Balances are followed only while the coin is expected and the node cannot trace. */
async function followBalances(
  { node, book }: ScanParts,
  { previous, resumePoint, batch, found, recipients, nowMs }: BalanceNews,
): Promise<{ book: CoinBook | undefined; unexplained: Scan['transfers'] }> {
  const { position } = resumePoint;
  const known = previous?.hash === position.hash ? previous.coin : undefined;
  if (batch === undefined) return { book: known, unexplained: [] };
  if (found.coin === undefined || found.coin.isTraced) return { book: undefined, unexplained: [] };
  return compareBalances({ node, coin: book.coin, nowMs }, known, {
    recipients: [...recipients],
    blocks: [...batch.blocks.values()],
    movements: found.coin.movements,
    start: position,
    end: batch.end,
  });
}
