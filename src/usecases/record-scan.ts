import type { ChainAdapter, Scan } from '../chain-ports.ts';
import type { NetworkNews } from '../domain/follow-payments.ts';
import { makeId } from '../domain/ids.ts';
import type { Intent } from '../domain/intent.ts';
import { refuseTransfer } from '../domain/refuse-transfer.ts';
import { strayRefusal } from '../domain/stray-refusal.ts';
import type { Transfer } from '../domain/transfer.ts';
import { followNetwork, type Transition } from '../domain/transition.ts';
import { withDoubts } from '../domain/with-doubts.ts';
import type { IntentRef, KeptTransfer, PaymentBook, PaymentDatabase } from '../payment-ports.ts';
import type { Clock, ControlPlane, Random } from '../ports.ts';

interface ScanPorts {
  clock: Clock;
  random: Random;
  control: Pick<ControlPlane, 'findSettings'>;
}

/**
 * Reads a network from where the last look of one database ended, and takes in what it says: payments, what they make of
 * their intents, the events, what counts for nobody, and the new end, in one transaction. Whoever moves the cursor first,
 * with the latest lease, has the round; for the other it never happened.
 */
export async function recordScan(
  { clock, random, control }: ScanPorts,
  chain: ChainAdapter,
  token: number,
  database: PaymentDatabase,
): Promise<Scan | undefined> {
  const network = chain.network.name;
  const found = await database.findWatch(network, clock.nowMs());
  if (!found) return undefined;
  const scan = await chain.scan(found.cursor, found.watch);
  await database.transact(async (book) => {
    if (!(await book.advanceScan({ network, from: found.cursor, scan, token }))) return;
    const nowMs = clock.nowMs();
    const { perIntent, refused } = await sort(book, network, scan);
    for (const { ref, transfers, doubtful } of perIntent) {
      const settings = await control.findSettings(ref.merchantId);
      await book.changeIntent(ref, nowMs, (intent) => {
        const counted = transfers.filter((transfer) => {
          const refusal = refuseTransfer(transfer, intent);
          if (refusal) refused.push({ ...ref, intentId: ref.id, transfer, refusal });
          return refusal === undefined;
        });
        const doubts = doubtful.filter((transfer) => refuseTransfer(transfer, intent) === undefined);
        const doubted = withDoubts(intent, network, doubts);
        return followNetwork(doubted, settings, newsOf(network, scan, counted, nowMs)) ?? changed(intent, doubted);
      });
    }
    const kept = refused.map((one) => Object.assign(one, { id: makeId('tr', nowMs, random.bytes(10)) }));
    await book.keepTransfers(network, kept, nowMs);
  });
  return scan;
}

type Refused = Omit<KeptTransfer, 'id'>;

interface Touched {
  ref: IntentRef;
  transfers: Transfer[];
  /** Those that name others too. */
  doubtful: Transfer[];
}

/** What the scan says to whom. In the order of the ids, so that two transactions lock intents in the same order. */
async function sort(
  book: PaymentBook,
  network: string,
  scan: Scan,
): Promise<{ perIntent: Touched[]; refused: Refused[] }> {
  const touched = new Map<string, Touched>();
  const touch = (ref: IntentRef): Touched => {
    const known = touched.get(ref.id) ?? { ref, transfers: [], doubtful: [] };
    touched.set(ref.id, known);
    return known;
  };
  for (const ref of await book.listMoving(network, scan.rolledBackTo)) touch(ref);
  const places = new Map((await matches(book, network, scan)).map(({ key, intent }) => [key, intent]));
  const refused: Refused[] = [];
  const strays: Transfer[] = [];
  for (const transfer of scan.transfers) {
    const named = transfer.keys.flatMap((key) => places.get(key) ?? []);
    const [ref, ...others] = new Map(named.map((place) => [place.id, place])).values();
    if (!ref) strays.push(transfer);
    else if (others.length === 0) touch(ref).transfers.push(transfer);
    else {
      for (const one of [ref, ...others]) {
        refused.push({ ...one, intentId: undefined, transfer, refusal: 'ambiguous' });
        touch(one).doubtful.push(transfer);
      }
    }
  }
  const { counted, others } = await claim(book, network, strays);
  for (const { ref, transfer } of counted) touch(ref).transfers.push(transfer);
  refused.push(...others);
  return { perIntent: [...touched.values()].sort((a, b) => (a.ref.id < b.ref.id ? -1 : 1)), refused };
}

async function matches(book: PaymentBook, network: string, { transfers }: Scan) {
  const keys = [...new Set(transfers.flatMap((transfer) => transfer.keys))];
  return keys.length === 0 ? [] : book.matchPlaces(network, keys);
}

interface Claimed {
  counted: { ref: IntentRef; transfer: Transfer }[];
  others: Refused[];
}

/** What came to a merchant's wallet and names no intent is the merchant's to look at, unless it was assigned by hand. */
async function claim(book: PaymentBook, network: string, strays: readonly Transfer[]): Promise<Claimed> {
  const addresses = [...new Set(strays.map(({ address }) => address))];
  if (addresses.length === 0) return { counted: [], others: [] };
  const owners = new Map((await book.ownersOf(network, addresses)).map(({ address, owner }) => [address, owner]));
  const own = strays.filter(({ address }) => owners.has(address));
  const paid = own.length === 0 ? [] : await book.matchPayments(network, [...new Set(own.map(({ tx }) => tx))]);
  const known = new Map(paid.map(({ tx, index, intent }) => [`${tx}:${index}`, intent]));
  const claimed: Claimed = { counted: [], others: [] };
  for (const transfer of own) {
    const ref = known.get(`${transfer.tx}:${transfer.index}`);
    const owner = owners.get(transfer.address);
    if (ref) claimed.counted.push({ ref, transfer });
    else if (owner) claimed.others.push({ ...owner, intentId: undefined, transfer, refusal: strayRefusal(transfer) });
  }
  return claimed;
}

const newsOf = (network: string, scan: Scan, transfers: readonly Transfer[], nowMs: number): NetworkNews => ({
  network,
  rolledBackTo: scan.rolledBackTo,
  transfers,
  replaced: new Set(scan.replaced),
  missing: new Set(scan.missing),
  tipHeight: scan.tipHeight,
  nowMs,
});

const changed = (before: Intent, after: Intent): Transition | undefined =>
  before === after ? undefined : { intent: after, events: [] };
