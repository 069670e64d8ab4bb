import { createdEvent } from '../../../src/domain/events/event.ts';
import { type IntentId, lowestIdAt } from '../../../src/domain/ids.ts';
import type { Intent } from '../../../src/domain/intents/intent.ts';
import { namedItems } from '../../../src/domain/intents/named-items.ts';
import { searchRange, searchTermsOf, type TermRange } from '../../../src/domain/intents/search-terms.ts';
import { formatInvoiceNumber, type IssuedInvoice } from '../../../src/domain/invoices/invoice.ts';
import { LIMITS } from '../../../src/domain/limits.ts';
import type { Idempotency, Inserted, IntentFilter, IntentStore } from '../../../src/ports/intents.ts';
import { assignTargets } from './assign-targets.ts';
import { changeIntent, readIntent } from './change-intent.ts';
import { memoryItems } from './items.ts';
import { queueIntentEvents } from './queue-events.ts';
import type { TableAccess } from './tables.ts';
import { type Draft, DuplicateError, type IntentEntry, isOwn, nameIn, type Owner, refOf } from './tables.ts';

const TIMELINE_MAX = 1_000;

export function memoryIntents(database: TableAccess, owner: Owner): IntentStore {
  const items = memoryItems(database, owner);
  const findEntry = (id: IntentId): IntentEntry | undefined => {
    const entry = database.tables.intents.get(id);
    return entry && isOwn(refOf(entry), owner) ? entry : undefined;
  };
  return {
    insert: (intent, idempotency) => database.run((tables) => insertIntent(tables, owner, intent, idempotency)),

    async find(id) {
      const entry = findEntry(id);
      return entry && readIntent(database.tables, entry);
    },

    async findWithTimeline(id) {
      const entry = findEntry(id);
      return entry && { intent: readIntent(database.tables, entry), timeline: entry.timeline.slice(0, TIMELINE_MAX) };
    },

    async findWithItems(id) {
      const entry = findEntry(id);
      const intent = entry && readIntent(database.tables, entry);
      return intent && { intent, items: await items.find(namedItems(intent.request)) };
    },

    async list(wanted) {
      const invoicesOf = (id: IntentId) =>
        [...database.tables.invoices.values()].filter((row) => isOwn(row, owner) && row.intentId === id);
      const all = [...database.tables.intents.values()]
        .filter((entry) => isOwn(refOf(entry), owner))
        .map((entry) => readIntent(database.tables, entry));
      const filter = preferEmail(all, wanted);
      const intents = all
        .filter((intent) => fits(intent, filter) && isFound(intent, invoicesOf(intent.id), filter.search))
        .sort((a, b) => (a.id < b.id ? 1 : -1))
        .slice(0, filter.limit);
      return { intents, lookedUntil: undefined };
    },

    async findMilestones() {
      const newestFirst = [...database.tables.intents.values()]
        .filter((entry) => isOwn(refOf(entry), owner))
        .map(({ intent }) => intent)
        .sort((a, b) => (a.id < b.id ? 1 : -1));
      return {
        newest: newestFirst[0]?.id,
        newestSucceeded: newestFirst.find(({ status }) => status === 'succeeded')?.id,
      };
    },

    change: (id, atMs, change) => database.run((tables) => changeIntent(tables, { ...owner, id }, atMs, change)),

    assignTargets: (id, networks, make, orderAmount) =>
      database.run((tables) => assignTargets(tables, { ...owner, id }, networks, { make, orderAmount })),
  };
}

function insertIntent(tables: Draft, owner: Owner, intent: Intent, idempotency: Idempotency | undefined): Inserted {
  const { intents, responses } = tables;
  const { id, sequence, status, createdAtMs } = intent;
  if (idempotency) {
    const name = nameIn(owner, idempotency.key);
    const first = responses.get(name);
    if (first && first.createdAtMs > createdAtMs - LIMITS.idempotencyKeyKeptMs) {
      const { intentId, answer } = first;
      return { kind: 'replayed', intentId, answer, requestBody: intents.get(intentId)?.intent.requestBody ?? '' };
    }
    responses.set(name, { intentId: id, answer: idempotency.answer, createdAtMs });
  }
  if (intents.has(id)) throw new DuplicateError(`intent ${id}`);
  if (intent.taxPercent < 0 || intent.taxPercent > 100) throw new Error('violates check constraint: tax_percent');
  const created = { sequence, atMs: createdAtMs, ...createdEvent(intent) };
  intents.set(id, {
    merchantId: owner.merchantId,
    intent,
    timeline: [created],
    checkAtMs: undefined,
    isNumbered: false,
  });
  queueIntentEvents(tables, { ...owner, id }, [created]);
  tables.notices.push({ ...owner, change: { intentId: id, sequence, status } });
  return { kind: 'created' };
}

/** A text that is the email address of intents finds these only. */
function preferEmail(all: readonly Intent[], filter: IntentFilter): IntentFilter {
  const { search, ...others } = filter;
  const email = search?.trim() ?? '';
  const isKnown = all.some(({ customerEmail }) => customerEmail.toLowerCase() === email.toLowerCase());
  return isKnown && filter.email === undefined ? { ...others, email } : filter;
}

const isWithin = (terms: readonly string[], range: TermRange | undefined): boolean =>
  range === undefined || terms.some((term) => range.from <= term && term < range.below);

const isFound = (intent: Intent, invoices: readonly IssuedInvoice[], search: string | undefined): boolean =>
  search === undefined || isWithin(termsOf(intent, invoices), searchRange(search));

const termsOf = (intent: Intent, invoices: readonly IssuedInvoice[]): string[] =>
  searchTermsOf({
    ...intent,
    id: intent.id.slice('pi_'.length),
    customerName: intent.request.customer.name,
    addresses: intent.targets.map(({ address }) => address),
    invoiceNumbers: invoices.map(formatInvoiceNumber),
  });

function fits(intent: Intent, filter: IntentFilter): boolean {
  const { status, asset, email, orderId, createdAfterMs, createdBeforeMs, olderThan } = filter;
  const { currency, amount, network } = filter;
  return (
    (status === undefined || intent.status === status) &&
    (asset === undefined || intent.asset === asset) &&
    (email === undefined || intent.customerEmail.toLowerCase() === email.toLowerCase()) &&
    (orderId === undefined || intent.orderId === orderId) &&
    (currency === undefined || intent.currency === currency) &&
    (network === undefined || intent.payments.some((payment) => payment.network === network)) &&
    (amount === undefined ||
      (intent.currency === amount.currency && amount.min <= intent.totalAmount && intent.totalAmount <= amount.max)) &&
    (createdAfterMs === undefined || intent.id >= lowestIdAt('pi', createdAfterMs + 1)) &&
    (createdBeforeMs === undefined || intent.id < lowestIdAt('pi', createdBeforeMs)) &&
    (olderThan === undefined || intent.id < olderThan)
  );
}
