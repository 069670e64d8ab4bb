import type { IntentId } from '../../../src/domain/ids.ts';
import type { Intent } from '../../../src/domain/intents/intent.ts';
import { ZERO } from '../../../src/domain/money/money.ts';
import type { Payment } from '../../../src/domain/payments/payment.ts';
import type { IntentChange, IntentRef } from '../../../src/ports/intents.ts';
import { issueDocument } from './issue-document.ts';
import { queueIntentEvents } from './queue-events.ts';
import { type Draft, DuplicateError, type IntentEntry, isOwn, refOf, type Tables } from './tables.ts';

/** The intent as a reader gets it: each target knows up to when its network and its address have been read. */
export function readIntent({ scans }: Tables, { intent }: IntentEntry): Intent {
  if (intent.targets.length === 0) return intent;
  const targets = intent.targets.map((target) => ({ ...target, scannedUntilMs: scannedUntil(scans, target) }));
  return { ...intent, targets };
}

/** Up to when an address was read; undefined if its network never was. */
export function scannedUntil(
  scans: Tables['scans'],
  { network, address }: { network: string; address: string },
): number | undefined {
  const scan = scans.get(network);
  return scan && Math.min(scan.scannedUntilMs, scan.lagging.get(address) ?? Infinity);
}

export function changeIntent(tables: Draft, ref: IntentRef, atMs: number, change: IntentChange): Intent | undefined {
  const { id } = ref;
  const entry = tables.intents.get(id);
  if (!entry || !isOwn(refOf(entry), ref)) return undefined;
  const before = readIntent(tables, entry);
  const changed = change(before);
  if (!changed) return before;
  const { intent, events, audit, document } = changed;
  const added = events.map((event, position) =>
    Object.assign(JSON.parse(JSON.stringify(event)) as typeof event, {
      sequence: before.sequence + position + 1,
      atMs,
    }),
  );
  for (const { sequence } of added) {
    if (entry.timeline.some((known) => known.sequence === sequence))
      throw new DuplicateError(`event ${id}:${sequence}`);
  }
  const payments = writePayments(tables, id, before.payments, intent.payments);
  tables.intents.set(id, {
    ...entry,
    intent: { ...intent, payments, targets: entry.intent.targets },
    timeline: added.length === 0 ? entry.timeline : [...entry.timeline, ...added],
    isNumbered: document ? document.kind === 'invoice' : entry.isNumbered,
  });
  if (document) issueDocument(tables, ref, intent, document, atMs);
  queueIntentEvents(tables, ref, added);
  if (audit) {
    const row = { id: String(tables.audit.size + 1), merchantId: ref.merchantId, livemode: ref.livemode, atMs };
    tables.audit.set(row.id, { ...audit, ...row, isRelayed: false });
  }
  tables.notices.push({ ...ref, change: { intentId: id, sequence: intent.sequence, status: intent.status } });
  return intent;
}

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
    if ((owners.get(name) ?? id) !== id) throw new DuplicateError(`payment ${name}`);
    if (payment.amount <= ZERO) throw new Error('violates check constraint: amount > 0');
    owners.set(name, id);
    merged.set(name, merge(merged.get(name), payment));
  }
  return [...merged.values()].sort(
    (a, b) => a.firstSeenAtMs - b.firstSeenAtMs || compare(a.tx, b.tx) || a.index - b.index,
  );
}

/** Only the progress of a known payment is updated, and what it moved, which another block can change. */
function merge(known: Payment | undefined, payment: Payment): Payment {
  if (!known) return payment;
  const { blockHeight, blockTimeMs, confirmations, state, voidReason, reorged, missingSinceMs } = payment;
  const money = { asset: payment.asset, amount: payment.amount, tail: payment.tail };
  return { ...known, ...money, blockHeight, blockTimeMs, confirmations, state, voidReason, reorged, missingSinceMs };
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));
