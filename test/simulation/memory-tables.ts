import type { IntentId, MerchantId } from '../../src/domain/ids.ts';
import type { Intent } from '../../src/domain/intents/intent.ts';
import { ZERO } from '../../src/domain/money/money.ts';
import type { Payment } from '../../src/domain/payments/payment.ts';
import type { IntentChange, IntentRef, TimelineEntry } from '../../src/ports/intents.ts';
import type { ScanStep } from '../../src/ports/payment-book.ts';
import type { UnmatchedTransfer } from '../../src/ports/transfers.ts';

/** An intent with its history. Entries are replaced and never changed, so copying a table is cheap. */
export interface IntentEntry {
  merchantId: MerchantId;
  intent: Intent;
  timeline: readonly TimelineEntry[];
  watchedUntilMs: number;
  checkAtMs: number | undefined;
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

interface ResponseEntry {
  intentId: IntentId;
  answer: string;
}

/** Everything that one database holds. */
export interface Tables {
  intents: Map<IntentId, IntentEntry>;
  /** `network:tx:index` → the intent of the payment. */
  payments: Map<string, IntentId>;
  /** `network:key` → the intent of the target. */
  targets: Map<string, IntentId>;
  scans: Map<string, ScanEntry>;
  transfers: Map<string, TransferEntry>;
  responses: Map<string, ResponseEntry>;
}

export const emptyTables = (): Tables => ({
  intents: new Map(),
  payments: new Map(),
  targets: new Map(),
  scans: new Map(),
  transfers: new Map(),
  responses: new Map(),
});

export const copyTables = (tables: Tables): Tables => ({
  intents: new Map(tables.intents),
  payments: new Map(tables.payments),
  targets: new Map(tables.targets),
  scans: new Map(tables.scans),
  transfers: new Map(tables.transfers),
  responses: new Map(tables.responses),
});

export const isOf = (entry: IntentEntry, merchantId: MerchantId, livemode: boolean): boolean =>
  entry.merchantId === merchantId && entry.intent.livemode === livemode;

export const refOf = ({ merchantId, intent }: IntentEntry): IntentRef => ({
  merchantId,
  livemode: intent.livemode,
  id: intent.id,
});

/** The intent with the scanned time of each target's network. */
export function readIntent({ scans }: Tables, { intent }: IntentEntry): Intent {
  if (intent.targets.length === 0) return intent;
  const targets = intent.targets.map((target) => ({
    ...target,
    scannedUntilMs: scans.get(target.network)?.scannedUntilMs,
  }));
  return { ...intent, targets };
}

/** Compares and sets a cursor. False if another process has moved it or holds a newer lease. */
export function advanceScan({ scans, transfers }: Tables, { network, from, scan, token }: ScanStep): boolean {
  const current = scans.get(network);
  if (current && (current.cursor !== from || current.token > token)) return false;
  const { cursor, tipHeight, safeHeight, finalizedHeight } = scan;
  const scannedUntilMs = Math.max(current?.scannedUntilMs ?? scan.scannedUntilMs, scan.scannedUntilMs);
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
    if (entry.timeline.some((known) => known.sequence === sequence)) throw duplicate(`event ${id}:${sequence}`);
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
  const merged = new Map(before.map((payment) => [nameOf(payment), payment]));
  for (const payment of written) {
    const name = nameOf(payment);
    if ((owners.get(name) ?? id) !== id) throw duplicate(`payment ${name}`);
    if (payment.amount <= ZERO) throw new Error('violates check constraint: amount > 0');
    owners.set(name, id);
    merged.set(name, merge(merged.get(name), payment));
  }
  return [...merged.values()].sort(
    (a, b) => a.firstSeenAtMs - b.firstSeenAtMs || compare(a.tx, b.tx) || a.index - b.index,
  );
}

/** Only the progress of a known payment is updated. */
function merge(known: Payment | undefined, payment: Payment): Payment {
  if (!known) return payment;
  const { blockHeight, confirmations, state, voidReason, reorged, missingSinceMs } = payment;
  return { ...known, blockHeight, confirmations, state, voidReason, reorged, missingSinceMs };
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));
