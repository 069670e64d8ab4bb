import type { Hex } from 'viem';
import { pad } from 'viem/utils';
import { LIMITS } from '../../domain/limits.ts';
import type { Network } from '../../domain/networks/network.ts';
import type { Transfer } from '../../domain/transfers/transfer.ts';
import type { Scan, Watch } from '../../ports/chain.ts';
import { inParallel } from '../in-parallel.ts';
import type { AssetBook } from './asset-book.ts';
import { checkPending } from './check-pending.ts';
import { closeBook, compareBalances } from './compare-balances.ts';
import { createBranch } from './create-branch.ts';
import { type LogFilter, NotYetError } from './create-node.ts';
import {
  booksUpTo,
  type CoinBook,
  type Cursor,
  formatCursor,
  markOf,
  type Position,
  parseCursor,
  printLogName,
  rereadFrom,
  rereadUpTo,
  stepForward,
} from './cursor.ts';
import { TRANSFER } from './erc20.ts';
import { findResumePoint, type ResumePoint } from './follow-chain.ts';
import { lookUp } from './look-up.ts';
import { parametersOf } from './network-parameters.ts';
import { type Batch, readBatch } from './read-batch.ts';
import type { Header } from './read-block.ts';
import { readFinality } from './read-finality.ts';
import { blocksFrom, blocksOf, type FoundInBatch, NOTHING_FOUND, type ReadParts, readFound } from './read-found.ts';
import type { LogParts } from './read-logs.ts';
import { isTransferLog } from './read-transfers.ts';
import type { TransactionLimit } from './transaction-limit.ts';

/** For how long another server behind the same URL may be behind without a payment being missed. */
const REREAD_MS = 20_000;
const REREAD_BLOCKS_MAX = 40;
/** Where all logs of the tokens are read, they are many. */
const REREAD_UNFILTERED_BLOCKS_MAX = 5;
const CALLS_PARALLEL_MAX = 8;
/** If a node still does not have what it announced, people should know why nothing is read. */
const NOT_YET_MS_MAX = 60_000;

export interface ScanParts extends LogParts, ReadParts {
  network: Network;
  limit: TransactionLimit;
}

/** Reads the next blocks: the logs of transfers to watched addresses, and whole blocks while the coin is expected. */
export async function scan(parts: ScanParts, cursorText: string | undefined, watch: Watch): Promise<Scan> {
  if (cursorText === undefined) return scanFrom(parts, undefined, watch);
  const previous = parseCursor(cursorText);
  try {
    return await scanFrom(parts, previous, watch);
  } catch (error) {
    if (isNotYet(error, previous, watch)) return waitAt(previous, watch);
    throw error;
  }
}

const isNotYet = (error: unknown, { timeMs }: Position, { nowMs }: Watch): boolean =>
  error instanceof NotYetError && nowMs - timeMs < NOT_YET_MS_MAX;

/** As if there were no newer block than the last one that was read. */
const waitAt = (cursor: Cursor, { nowMs }: Watch): Scan => ({
  ...NOTHING_LOST,
  rolledBackTo: undefined,
  transfers: [],
  cursor: formatCursor(cursor),
  tipHeight: cursor.height,
  tipTimeMs: cursor.timeMs,
  scannedUntilMs: Math.min(cursor.timeMs, nowMs),
  behind: false,
});

async function scanFrom(parts: ScanParts, previous: Cursor | undefined, watch: Watch): Promise<Scan> {
  const { node, network } = parts;
  // The tip comes first: a payment target that is assigned after the addresses were listed is paid in a later block.
  const tip = await node.latest();
  const { blockMs } = parametersOf(network.name);
  const isBelow = createBranch(node, tip);
  const resumePoint = await findResumePoint(node, tip, { previous, watch, blockMs, isBelow });
  const { position, rolledBackTo } = resumePoint;
  const { recipients, isFiltered } = await listRecipients(watch);
  const read = await readNext(parts, { tip, previous, resumePoint, recipients, isFiltered, watch });
  const { end, found } = read;
  const atTip = end.hash === tip.hash;
  const seen = new Set(found.transfers.map(({ tx }) => tx));
  const { included, missing, replaced } = atTip
    ? await checkPending(node, watch.pending, { seen, rolledBackTo, height: tip.height })
    : { ...NOTHING_LOST, included: [] };
  const lookUpParts = { ...parts, nowMs: watch.nowMs, isBelow };
  const again = await inParallel(included, CALLS_PARALLEL_MAX, (tx) => lookUp(lookUpParts, tx));
  const isWaiting = watch.pending.length > 0 || found.transfers.length > 0;
  return {
    rolledBackTo,
    transfers: [...found.transfers, ...again.flatMap(({ transfers }) => transfers), ...read.unexplained],
    missing,
    // Of a transaction that is in a block again, what is not among the transfers was moved only in the other block.
    replaced: [...replaced, ...included.filter((_, at) => again[at]?.isWhole)],
    cursor: formatCursor(end),
    tipHeight: tip.height,
    tipTimeMs: tip.timeMs,
    ...(isWaiting ? await readFinality(node, network, tip) : {}),
    scannedUntilMs: isOnDemand(network) && atTip ? watch.nowMs : Math.min(end.timeMs, watch.nowMs),
    // If nothing could be read, the node needs a moment.
    behind: !atTip && end.hash !== position.hash,
    skippedCoin: end.hash !== position.hash && !read.readsCoin,
  };
}

interface Next {
  tip: Header;
  previous: Cursor | undefined;
  resumePoint: ResumePoint;
  recipients: ReadonlySet<Hex>;
  /** Whether nodes filter logs by recipient. */
  isFiltered: boolean;
  watch: Watch;
}

interface Read {
  end: Cursor;
  found: FoundInBatch;
  unexplained: Transfer[];
  readsCoin: boolean;
}

async function readNext(parts: ScanParts, next: Next): Promise<Read> {
  const { tip, previous, resumePoint, recipients, isFiltered, watch } = next;
  const { position } = resumePoint;
  const isContinued =
    previous !== undefined && (previous.hash === position.hash || resumePoint.rolledBackTo !== undefined);
  const reread = rereadUpTo(isContinued ? previous.reread : undefined, position.height);
  const books = booksUpTo(isContinued ? previous.coinBooks : [], position.height);
  const readsCoin = recipients.size > 0 && position.timeMs < (watch.coinUntilMs ?? 0);
  const known = new Set(reread.logs);
  const stay = { end: { ...position, reread, coinBooks: books }, found: NOTHING_FOUND, unexplained: [], readsCoin };
  try {
    const batch = await readBatch(parts, {
      tip,
      position,
      logsFrom: Math.max(reread.from, position.height + 1 - overlapOf(parts, isFiltered)),
      filter: filterOf(recipients, isFiltered, parts.book),
      tokens: [...parts.book.byContract.keys()],
      isNew: (log) =>
        isTransferLog(log) && recipients.has(`0x${log.topics[2]?.slice(-40) ?? ''}`) && !known.has(printLogName(log)),
      readsCoin,
      transactionsMax: parts.limit.max,
    });
    if (batch === undefined) return stay;
    const coinFrom = readsCoin ? position.height + 1 : undefined;
    const startMs = parts.clock.nowMs();
    const found = await readFound(parts, batch, { recipients, coinFrom, nowMs: watch.nowMs });
    const transactions = new Set(batch.logs.map(({ tx }) => tx)).size;
    parts.limit.note({ transactions, tookMs: parts.clock.nowMs() - startMs });
    const { books: coinBooks, unexplained } = await followBalances(parts, { next, books, batch, found });
    const end = stepForward(position, batch.end, blocksOf(found, batch).map(markOf));
    const again = rereadFrom(reread, end.height + 1 - REREAD_BLOCKS_MAX, batch.logs);
    return { end: { ...end, reread: again, coinBooks }, found, unexplained, readsCoin };
  } catch (error) {
    if (isNotYet(error, position, watch)) return stay;
    throw error;
  }
}

/** How many blocks are read again: about twenty seconds of them, if the node allows that many in one range. */
function overlapOf({ network, range }: ScanParts, isFiltered: boolean): number {
  const blocks = Math.ceil(REREAD_MS / parametersOf(network.name).blockMs);
  const most = isFiltered ? REREAD_BLOCKS_MAX : REREAD_UNFILTERED_BLOCKS_MAX;
  return Math.min(blocks, most, Math.floor(range.blocks / 2));
}

const NOTHING_LOST = { replaced: [], missing: [] };

/** Blocks of a local chain are made on demand, so its newest block may be of any age. */
const isOnDemand = ({ tipAgeMsMax }: Network): boolean => tipAgeMsMax === undefined;

/** Nodes filter logs by a limited number of recipients. If there are more, all logs of the known tokens are read. */
async function listRecipients(watch: Watch): Promise<Pick<Next, 'recipients' | 'isFiltered'>> {
  const some = await watch.addresses(LIMITS.logRecipientsMax);
  const isFiltered = some.length <= LIMITS.logRecipientsMax;
  const all = isFiltered ? some : await watch.addresses();
  return { recipients: new Set(all.map((address) => address.toLowerCase() as Hex)), isFiltered };
}

/** Undefined if no log can matter. */
function filterOf(recipients: ReadonlySet<Hex>, isFiltered: boolean, book: AssetBook): LogFilter | undefined {
  if (recipients.size === 0) return undefined;
  if (isFiltered) {
    return { contracts: [], topics: [TRANSFER, null, [...recipients].map((address) => pad(address))] };
  }
  const contracts = [...book.byContract.keys()];
  return contracts.length === 0 ? undefined : { contracts, topics: [TRANSFER] };
}

/** Balances are followed only while the coin is expected and the node cannot trace. */
async function followBalances(
  { node, network, book }: ScanParts,
  { next, books, batch, found }: { next: Next; books: readonly CoinBook[]; batch: Batch; found: FoundInBatch },
): Promise<{ books: readonly CoinBook[]; unexplained: Transfer[] }> {
  const { position } = next.resumePoint;
  const parts = { node, coin: book.coin, nowMs: next.watch.nowMs, isOnDemand: isOnDemand(network) };
  if (found.coin === undefined || found.coin.isTraced)
    return { books: [], unexplained: await closeBook(parts, books, position) };
  return compareBalances(parts, books, {
    recipients: await listCompared(next),
    blocks: blocksFrom(batch.blocks, position.height + 1),
    movements: found.coin.movements,
    start: position,
    end: batch.end,
  });
}

/** Where there are too many addresses to compare, only those where money is expected now. */
async function listCompared({ recipients, watch }: Next): Promise<Hex[]> {
  if (recipients.size <= LIMITS.comparedBalancesMax) return [...recipients];
  return (await watch.addresses(undefined, 'awaited')).map((address) => address.toLowerCase() as Hex);
}
