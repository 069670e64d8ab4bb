import { makeId } from '../../domain/ids.ts';
import type { Intent } from '../../domain/intents/intent.ts';
import { followNetwork, type Transition } from '../../domain/intents/transition.ts';
import { LIMITS } from '../../domain/limits.ts';
import { ZERO } from '../../domain/money/money.ts';
import type { NetworkNews } from '../../domain/payments/follow-payments.ts';
import { addAmbiguous } from '../../domain/transfers/add-ambiguous.ts';
import { isListed } from '../../domain/transfers/is-listed.ts';
import { isKnown, rejectTransfer } from '../../domain/transfers/reject-transfer.ts';
import type { Transfer } from '../../domain/transfers/transfer.ts';
import { unmatchedReason } from '../../domain/transfers/unmatched-reason.ts';
import type { ChainAdapter, Scan, Watch } from '../../ports/chain.ts';
import type { Clock } from '../../ports/clock.ts';
import type { IntentRef } from '../../ports/intents.ts';
import type { PaymentBook, PaymentDatabase } from '../../ports/payment-book.ts';
import type { Random } from '../../ports/random.ts';
import type { Settings } from '../../ports/settings.ts';
import type { NewDust, NewUnmatchedTransfer } from '../../ports/transfers.ts';
import type { Wallets } from '../../ports/wallets.ts';
import { matchTransfers } from './match-transfers.ts';

const DAY_MS = 86_400_000;

interface ScanPorts {
  clock: Clock;
  random: Random;
  settings: Pick<Settings, 'find'>;
  wallets: Pick<Wallets, 'listHolders'>;
}

/**
 * Scans a network from the cursor of one database, and records the result in one transaction: payments, the changed
 * intents, events, unmatched transfers and the new cursor. If another process has moved the cursor or holds a later lease,
 * nothing is recorded.
 */
export async function recordScan(
  { clock, random, settings, wallets }: ScanPorts,
  chain: ChainAdapter,
  token: number,
  database: PaymentDatabase,
): Promise<Scan | undefined> {
  const network = chain.network.name;
  const found = await database.findWatch(network, clock.nowMs());
  if (!found) return undefined;
  const scan = await chain.scan(found.cursor, found.watch);
  if (scan.skippedCoin && (await expectsCoin(database, network, found.watch)))
    return recordScan({ clock, random, settings, wallets }, chain, token, database);
  await database.transact(async (book) => {
    if (!(await book.advanceScan({ network, from: found.cursor, arrivals: found.arrivals, scan, token }))) return;
    const nowMs = clock.nowMs();
    const { perIntent, unmatched, taken } = await groupByIntent(book, network, scan, wallets);
    const news = newsOf(network, { ...scan, replaced: [...scan.replaced, ...taken] }, nowMs);
    for (const { ref, transfers, ambiguous } of perIntent) {
      const merchantSettings = await settings.find(ref.merchantId);
      await book.changeIntent(ref, nowMs, (intent) => {
        const rejected: Transfer[] = [];
        let added = 0;
        const counted = transfers.filter((transfer) => {
          const reason = rejectTransfer(transfer, intent, added);
          if (reason) {
            unmatched.push({ ...ref, intentId: ref.id, transfer, reason });
            rejected.push(transfer);
          } else if (!isKnown(transfer, intent)) added += 1;
          return reason === undefined;
        });
        const credible = ambiguous.filter(
          (transfer) => rejectTransfer(transfer, intent) === undefined && isListed(transfer, chain.assets),
        );
        const marked = addAmbiguous(intent, network, credible);
        const sorted = { ...news, transfers: counted, rejected };
        return followNetwork(marked, merchantSettings, sorted) ?? changed(intent, marked);
      });
    }
    const { listed, counted } = await sortUnmatched(book, chain, unmatched, nowMs);
    const recorded = listed.map((one) => Object.assign(one, { id: makeId('tr', nowMs, random.bytes(10)) }));
    await book.recordUnmatched(network, recorded, nowMs);
    await book.countDust(network, counted.map(dustOf));
  });
  return scan;
}

/** While the nodes were asked, an intent may have got its target, and may have been paid already. */
async function expectsCoin(database: PaymentDatabase, network: string, { nowMs, coinUntilMs = 0 }: Watch) {
  const found = await database.findWatch(network, nowMs);
  return (found?.watch.coinUntilMs ?? 0) > coinUntilMs;
}

type Unmatched = Omit<NewUnmatchedTransfer, 'id'>;

/**
 * What is not worth a row is counted in a block, where each transfer is reported once, and again only if a reorganization
 * moves it. One that looked like money before its block, and failed in it, is listed already and stays so, as failed.
 */
async function sortUnmatched(
  book: PaymentBook,
  { network, assets }: ChainAdapter,
  unmatched: readonly Unmatched[],
  nowMs: number,
): Promise<{ listed: Unmatched[]; counted: Unmatched[] }> {
  const worthARow = unmatched.filter((one) => isListed(one.transfer, assets, one.intentId));
  const listed = await limitUnknown(book, await limitFailed(book, worthARow), nowMs);
  const isListedNow = new Set(listed);
  const rest = unmatched.filter((one) => !isListedNow.has(one) && one.transfer.blockHeight !== undefined);
  // A transfer that names several intents is still one transfer.
  const onceEach = new Map(rest.map((one) => [`${one.merchantId} ${one.livemode} ${nameOf(one.transfer)}`, one]));
  const known = new Set(onceEach.size === 0 ? [] : await book.findListed(network.name, [...onceEach.values()]));
  return { listed: [...listed, ...known], counted: [...onceEach.values()].filter((one) => !known.has(one)) };
}

/** Failing costs next to nothing, so nobody can fill a list with transactions that name an intent of their own. */
async function limitFailed(book: PaymentBook, unmatched: readonly Unmatched[]): Promise<Unmatched[]> {
  const refs = unmatched.flatMap(({ merchantId, livemode, intentId, transfer: { failed } }) =>
    failed && intentId !== undefined ? [{ merchantId, livemode, id: intentId }] : [],
  );
  const intents = new Map(refs.map((ref) => [ref.id, ref]));
  const counts = new Map(intents.size === 0 ? [] : await book.countFailed([...intents.values()]));
  return unmatched.filter(({ transfer, intentId }) => {
    if (!transfer.failed || intentId === undefined) return true;
    const count = (counts.get(intentId) ?? 0) + 1;
    counts.set(intentId, count);
    return count <= LIMITS.failedPerIntentMax;
  });
}

/** Anyone can make a token and send it, so nobody can fill a list with tokens that are no money. */
async function limitUnknown(
  book: PaymentBook,
  unmatched: readonly Unmatched[],
  nowMs: number,
): Promise<readonly Unmatched[]> {
  const unknown = unmatched.filter(({ transfer }) => transfer.asset === undefined && !transfer.failed);
  if (unknown.length === 0) return unmatched;
  const owners = new Map(
    unknown.map(({ merchantId, livemode }) => [`${merchantId} ${livemode}`, { merchantId, livemode }]),
  );
  const counted = await book.countUnknown([...owners.values()], nowMs - DAY_MS);
  const counts = new Map([...owners.keys()].map((name, position) => [name, counted[position] ?? 0]));
  return unmatched.filter(({ merchantId, livemode, transfer }) => {
    if (transfer.asset !== undefined || transfer.failed) return true;
    const name = `${merchantId} ${livemode}`;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count <= LIMITS.unknownTokensPerDayMax;
  });
}

/** Amounts of different unknown tokens have no sum, and a few of the largest are more than the database can add. */
const dustOf = ({ merchantId, livemode, transfer: { asset, amount, failed } }: Unmatched): NewDust => ({
  merchantId,
  livemode,
  asset: asset ?? 'unknown',
  amount: failed || asset === undefined ? ZERO : amount,
});

interface Touched {
  ref: IntentRef;
  transfers: Transfer[];
  /** Transfers that name other intents too. */
  ambiguous: Transfer[];
}

/** Groups the transfers of a scan by intent, ordered by ID, so that two transactions lock intents in the same order. */
async function groupByIntent(
  book: PaymentBook,
  network: string,
  scan: Scan,
  wallets: ScanPorts['wallets'],
): Promise<{ perIntent: Touched[]; unmatched: Unmatched[]; taken: string[] }> {
  const touched = new Map<string, Touched>();
  const touch = (ref: IntentRef): Touched => {
    const known = touched.get(ref.id) ?? { ref, transfers: [], ambiguous: [] };
    touched.set(ref.id, known);
    return known;
  };
  for (const ref of await book.listMoving(network, scan.rolledBackTo)) touch(ref);
  const { namedBy, ownerOf } = await matchTransfers(book, network, scan.transfers, wallets);
  const ours = scan.transfers.filter((transfer) => namedBy(transfer).length > 0 || ownerOf(transfer) !== undefined);
  const known = await findPayments(book, network, ours);
  const unmatched: Unmatched[] = [];
  const taken: string[] = [];
  for (const transfer of ours) {
    const payer = known.get(nameOf(transfer));
    const named = namedBy(transfer);
    const owner = ownerOf(transfer);
    const reason = unmatchedReason(transfer, 'ambiguous');
    if (payer && [...named, owner].some((one) => isSameMerchant(one, payer))) {
      // A transfer that is already a payment stays one, whatever it names: it may have been assigned manually.
      touch(payer).transfers.push(transfer);
    } else if (payer) {
      // In another block, the transaction pays another merchant at the same position.
      taken.push(transfer.tx);
      for (const one of named) unmatched.push({ ...one, intentId: undefined, transfer, reason });
      if (owner && named.length === 0) unmatched.push({ ...owner, intentId: undefined, transfer, reason });
    } else if (named.length === 1) {
      for (const ref of named) touch(ref).transfers.push(transfer);
    } else if (named.length > 1) {
      for (const one of named) {
        unmatched.push({ ...one, intentId: undefined, transfer, reason });
        touch(one).ambiguous.push(transfer);
      }
    } else if (owner) unmatched.push({ ...owner, intentId: undefined, transfer });
  }
  return { perIntent: [...touched.values()].sort((a, b) => (a.ref.id < b.ref.id ? -1 : 1)), unmatched, taken };
}

type Merchant = Omit<IntentRef, 'id'>;

const isSameMerchant = (one: Merchant | undefined, other: Merchant): boolean =>
  one?.merchantId === other.merchantId && one.livemode === other.livemode;

const nameOf = ({ tx, index }: { tx: string; index: number }) => `${tx}:${index}`;

/** The intents that these transfers are already payments of. */
async function findPayments(
  book: PaymentBook,
  network: string,
  transfers: readonly Transfer[],
): Promise<Map<string, IntentRef>> {
  const txs = [...new Set(transfers.map(({ tx }) => tx))];
  const paid = txs.length === 0 ? [] : await book.matchPayments(network, txs);
  return new Map(paid.map((payment) => [nameOf(payment), payment.intent]));
}

const newsOf = (network: string, scan: Scan, nowMs: number): Omit<NetworkNews, 'transfers'> => ({
  network,
  rolledBackTo: scan.rolledBackTo,
  replaced: new Set(scan.replaced),
  missing: new Set(scan.missing),
  tipHeight: scan.tipHeight,
  tipTimeMs: scan.tipTimeMs,
  safeHeight: scan.safeHeight,
  finalizedHeight: scan.finalizedHeight,
  agreedHeight: scan.agreedHeight,
  nowMs,
});

const changed = (before: Intent, after: Intent): Transition | undefined =>
  before === after ? undefined : { intent: after, events: [] };
