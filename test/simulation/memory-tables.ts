import type { IntentId, MerchantId } from '../../src/domain/ids.ts';
import type { Intent } from '../../src/domain/intents/intent.ts';
import { ZERO } from '../../src/domain/money/money.ts';
import type { Payment } from '../../src/domain/payments/payment.ts';
import type { IntentChange, IntentRef, TimelineEntry } from '../../src/ports/intents.ts';
import type { ScanStep } from '../../src/ports/payment-book.ts';
import type { UnmatchedTransfer } from '../../src/ports/transfers.ts';

/** An intent with all that hangs on it. Entries are never changed, only replaced, so that a copy of a table is cheap. */
export interface IntentEntry {
  merchantId: MerchantId;
  intent: Intent;
  timeline: readonly TimelineEntry[];
  watchedUntilMs: number;
  lookAtMs: number | undefined;
}

interface ScanEntry {
  cursor: string;
  scannedUntilMs: number;
  tipHeight: number;
  safeHeight: number | undefined;
  finalizedHeight: number | undefined;
  token: number;
}

export interface TransferEntry extends UnmatchedTransfer {
  merchantId: MerchantId;
  livemode: boolean;
}

interface AnswerEntry {
  intentId: IntentId;
  answer: string;
}

/** Everything that one database holds. */
export interface Tables {
  intents: Map<IntentId, IntentEntry>;
  /** `network:tx:index` → whose payment it is. */
  payments: Map<string, IntentId>;
  /** `network:key` → whose place it is. */
  places: Map<string, IntentId>;
  scans: Map<string, ScanEntry>;
  transfers: Map<string, TransferEntry>;
  answers: Map<string, AnswerEntry>;
}

export const emptyTables = (): Tables => ({
  intents: new Map(),
  payments: new Map(),
  places: new Map(),
  scans: new Map(),
  transfers: new Map(),
  answers: new Map(),
});

export const copyTables = (tables: Tables): Tables => ({
  intents: new Map(tables.intents),
  payments: new Map(tables.payments),
  places: new Map(tables.places),
  scans: new Map(tables.scans),
  transfers: new Map(tables.transfers),
  answers: new Map(tables.answers),
});

export const isOf = (entry: IntentEntry, merchantId: MerchantId, livemode: boolean): boolean =>
  entry.merchantId === merchantId && entry.intent.livemode === livemode;

export const refOf = ({ merchantId, intent }: IntentEntry): IntentRef => ({
  merchantId,
  livemode: intent.livemode,
  id: intent.id,
});

/** The intent as a reader gets it: each place knows up to when its network has been read. */
export function readIntent({ scans }: Tables, { intent }: IntentEntry): Intent {
  if (intent.targets.length === 0) return intent;
  const targets = intent.targets.map((target) => ({
    ...target,
    scannedUntilMs: scans.get(target.network)?.scannedUntilMs,
  }));
  return { ...intent, targets };
}

/** The compare-and-set of a cursor; false where another has moved it, or holds a later lease. */
export function advanceScan({ scans, transfers }: Tables, { network, from, scan, token }: ScanStep): boolean {
  const held = scans.get(network);
  if (held && (held.cursor !== from || held.token > token)) return false;
  const { cursor, tipHeight, safeHeight, finalizedHeight } = scan;
  const scannedUntilMs = Math.max(held?.scannedUntilMs ?? scan.scannedUntilMs, scan.scannedUntilMs);
  scans.set(network, { cursor, tipHeight, safeHeight, finalizedHeight, token, scannedUntilMs });
  const { rolledBackTo } = scan;
  if (rolledBackTo === undefined) return true;
  for (const [name, transfer] of transfers) {
    const isGone = transfer.network === network && (transfer.blockHeight ?? 0) > rolledBackTo;
    if (isGone) transfers.set(name, { ...transfer, blockHeight: undefined });
  }
  return true;
}

export function changeIntent(
  tables: Tables,
  { merchantId, livemode, id }: IntentRef,
  atMs: number,
  change: IntentChange,
): Intent | undefined {
  const entry = tables.intents.get(id);
  if (!entry || !isOf(entry, merchantId, livemode)) return undefined;
  const before = readIntent(tables, entry);
  const changed = change(before);
  if (!changed) return before;
  const { intent, events } = changed;
  const added = events.map((event, position) =>
    Object.assign(JSON.parse(JSON.stringify(event)) as typeof event, {
      sequence: before.sequence + position + 1,
      atMs,
    }),
  );
  for (const { sequence } of added) {
    if (entry.timeline.some((told) => told.sequence === sequence)) throw duplicate(`event ${id}:${sequence}`);
  }
  const payments = writePayments(tables, id, before.payments, intent.payments);
  tables.intents.set(id, {
    ...entry,
    intent: { ...intent, payments, targets: entry.intent.targets },
    timeline: added.length === 0 ? entry.timeline : [...entry.timeline, ...added],
  });
  return intent;
}

const duplicate = (what: string) => new Error(`duplicate key value violates unique constraint: ${what}`);

const nameOf = ({ network, tx, index }: Payment) => `${network}:${tx}:${index}`;

function writePayments(
  { payments: owners }: Tables,
  id: IntentId,
  before: readonly Payment[],
  after: readonly Payment[],
): readonly Payment[] {
  const written = after.filter((payment) => !before.includes(payment));
  if (written.length === 0) return before;
  const kept = new Map(before.map((payment) => [nameOf(payment), payment]));
  for (const payment of written) {
    const name = nameOf(payment);
    if ((owners.get(name) ?? id) !== id) throw duplicate(`payment ${name}`);
    if (payment.amount <= ZERO) throw new Error('violates check constraint: amount > 0');
    owners.set(name, id);
    kept.set(name, merge(kept.get(name), payment));
  }
  return [...kept.values()].sort(
    (a, b) => a.firstSeenAtMs - b.firstSeenAtMs || compare(a.tx, b.tx) || a.index - b.index,
  );
}

/** What a payment was at first stays: only how far it has come is written again. */
function merge(known: Payment | undefined, payment: Payment): Payment {
  if (!known) return payment;
  const { blockHeight, confirmations, state, voidReason, reorged, missingSinceMs } = payment;
  return { ...known, blockHeight, confirmations, state, voidReason, reorged, missingSinceMs };
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));
