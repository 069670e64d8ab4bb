import { createdEvent } from '../../src/domain/events/event.ts';
import { type IntentId, lowestIdAt, type MerchantId } from '../../src/domain/ids.ts';
import type { Intent } from '../../src/domain/intents/intent.ts';
import type { AssignedTarget } from '../../src/domain/payments/payment-target.ts';
import type { PendingTransfer } from '../../src/ports/chain.ts';
import type { Inserted, IntentFilter, IntentStore } from '../../src/ports/intents.ts';
import type { NetworkWatch, PaymentBook, PaymentDatabase } from '../../src/ports/payment-book.ts';
import type { Store } from '../../src/ports/stores.ts';
import type { TransferStore, UnmatchedTransfer } from '../../src/ports/transfers.ts';
import { openMemoryBook } from './memory-book.ts';
import {
  changeIntent,
  copyTables,
  emptyTables,
  type IntentEntry,
  isOf,
  readIntent,
  type Tables,
  type TransferEntry,
} from './memory-tables.ts';

const RECENT_BLOCKS = 200;
const RECENTLY_MS = 600_000;
const WATCHED_MS_AFTER_EXPIRY = 30 * 86_400_000;

/**
 * A database in memory with the guarantees of PostgreSQL: transactions are atomic and serial, and readers see only what is
 * committed. It passes the same contract suites.
 */
export class MemoryDatabase implements PaymentDatabase {
  #tables = emptyTables();
  #last: Promise<unknown> = Promise.resolve();

  /** What is committed, for the checks. */
  get tables(): Tables {
    return this.#tables;
  }

  clear(): void {
    this.#tables = emptyTables();
  }

  bind(merchantId: MerchantId, livemode: boolean): Store {
    return bindStore(this, merchantId, livemode);
  }

  async findWatch(network: string, nowMs: number): Promise<NetworkWatch | undefined> {
    const { intents, scans } = this.#tables;
    const watched = [...intents.values()].filter(
      ({ intent, watchedUntilMs }) =>
        watchedUntilMs > nowMs && intent.targets.some((target) => target.network === network),
    );
    if (watched.length === 0) return undefined;
    const scan = scans.get(network);
    const isRecent = scan !== undefined && scan.scannedUntilMs > nowMs - RECENTLY_MS;
    const times = watched.flatMap(({ intent }) => intent.targets.filter((target) => target.network === network));
    return {
      cursor: scan?.cursor,
      watch: {
        nowMs,
        sinceMs: isRecent ? 0 : Math.min(...times.map(({ assignedAtMs }) => assignedAtMs)),
        pending: listPending(intents.values(), network, (scan?.tipHeight ?? 0) - RECENT_BLOCKS),
        addresses: async () => listAddresses(this.#tables, network),
      },
    };
  }

  transact(work: (book: PaymentBook) => Promise<void>): Promise<void> {
    return this.run((tables) => work(openMemoryBook(tables)));
  }

  /** The work runs on copies of the tables, which are discarded if it throws. */
  run<Result>(work: (tables: Tables) => Result | Promise<Result>): Promise<Result> {
    const done = this.#last.then(async () => {
      const draft = copyTables(this.#tables);
      const result = await work(draft);
      this.#tables = draft;
      return result;
    });
    this.#last = done.catch(() => undefined);
    return done;
  }
}

function listPending(entries: Iterable<IntentEntry>, network: string, aboveHeight: number): PendingTransfer[] {
  const pending = new Map<string, PendingTransfer>();
  for (const { intent } of entries) {
    for (const payment of intent.payments) {
      const { tx, spends, blockHeight, state } = payment;
      const matters =
        state === 'seen' ||
        state === 'confirmed' ||
        (state === 'final' && blockHeight !== undefined && blockHeight > aboveHeight);
      if (payment.network !== network || !matters) continue;
      pending.set(`${tx} ${spends.join()} ${blockHeight}`, { tx, spends, blockHeight });
    }
  }
  return [...pending.values()];
}

function listAddresses({ intents }: Tables, network: string): string[] {
  const addresses = [...intents.values()].flatMap(({ intent }) =>
    intent.targets
      .filter((target) => target.network === network && target.reference !== undefined)
      .map(({ address }) => address),
  );
  return [...new Set(addresses)].sort();
}

/** The engine uses neither the catalog nor the invoices. */
const unsupported = new Proxy(Object.create(null) as never, {
  get: (_, member) => {
    throw new Error(`the store in memory has no ${String(member)}`);
  },
});

function bindStore(database: MemoryDatabase, merchantId: MerchantId, livemode: boolean): Store {
  return {
    items: unsupported,
    invoices: unsupported,
    transfers: bindTransfers(database, merchantId, livemode),
    intents: bindIntents(database, merchantId, livemode),
  };
}

function bindIntents(database: MemoryDatabase, merchantId: MerchantId, livemode: boolean): IntentStore {
  const find = (id: IntentId): Intent | undefined => {
    const entry = database.tables.intents.get(id);
    return entry && isOf(entry, merchantId, livemode) ? readIntent(database.tables, entry) : undefined;
  };
  return {
    insert: (intent, idempotency) =>
      database.run(({ intents, responses }): Inserted => {
        const name = `${merchantId}:${livemode}:${idempotency?.key}`;
        const first = idempotency && responses.get(name);
        if (first) {
          const requestBody = intents.get(first.intentId)?.intent.requestBody ?? '';
          return { kind: 'replayed', ...first, requestBody };
        }
        if (idempotency) responses.set(name, { intentId: intent.id, answer: idempotency.answer });
        const { sequence, createdAtMs: atMs } = intent;
        const created = { sequence, atMs, ...createdEvent(intent) };
        intents.set(intent.id, { merchantId, intent, timeline: [created], watchedUntilMs: 0, checkAtMs: undefined });
        return { kind: 'created' };
      }),
    find: async (id) => find(id),
    async list(filter) {
      const own = [...database.tables.intents.values()].filter((entry) => isOf(entry, merchantId, livemode));
      return own
        .filter(({ intent }) => fits(intent, filter))
        .sort((a, b) => (a.intent.id < b.intent.id ? 1 : -1))
        .slice(0, filter.limit)
        .map((entry) => readIntent(database.tables, entry));
    },
    change: (id, atMs, change) =>
      database.run((tables) => changeIntent(tables, { merchantId, livemode, id }, atMs, change)),
    listTimeline: async (id) => (find(id) ? [...(database.tables.intents.get(id)?.timeline ?? [])] : []),
    assignTargets: (id, networks, make) =>
      database.run(async (tables) => {
        const entry = tables.intents.get(id);
        if (!entry || !isOf(entry, merchantId, livemode)) return [];
        const missing = networks.filter((network) => !entry.intent.targets.some((one) => one.network === network));
        const made: AssignedTarget[] = [];
        for (const network of missing) made.push({ network, ...(await make(network)), scannedUntilMs: undefined });
        return addTargets(tables, entry, made);
      }),
  };
}

function addTargets(tables: Tables, entry: IntentEntry, made: readonly AssignedTarget[]): AssignedTarget[] {
  const { intent } = entry;
  for (const { network, address, reference } of made) {
    const name = `${network}:${reference ?? address}`;
    if (tables.targets.has(name)) throw new Error(`duplicate key value violates unique constraint: target ${name}`);
    tables.targets.set(name, intent.id);
  }
  const targets = [...intent.targets, ...made].sort(
    (a, b) => a.assignedAtMs - b.assignedAtMs || (a.network < b.network ? -1 : 1),
  );
  const until = made.map(({ assignedAtMs }) => Math.max(intent.expiresAtMs, assignedAtMs) + WATCHED_MS_AFTER_EXPIRY);
  const watchedUntilMs = Math.max(entry.watchedUntilMs, ...until);
  const assigned = { ...entry, intent: { ...intent, targets }, watchedUntilMs };
  tables.intents.set(intent.id, assigned);
  return [...readIntent(tables, assigned).targets];
}

function fits(intent: Intent, filter: IntentFilter): boolean {
  const { status, asset, email, orderId, createdAfterMs, createdBeforeMs, olderThan } = filter;
  return (
    (status === undefined || intent.status === status) &&
    (asset === undefined || intent.asset === asset) &&
    (email === undefined || intent.customerEmail.toLowerCase() === email.toLowerCase()) &&
    (orderId === undefined || intent.orderId === orderId) &&
    (createdAfterMs === undefined || intent.id >= lowestIdAt('pi', createdAfterMs + 1)) &&
    (createdBeforeMs === undefined || intent.id < lowestIdAt('pi', createdBeforeMs)) &&
    (olderThan === undefined || intent.id < olderThan)
  );
}

function transferOf(entry: TransferEntry): UnmatchedTransfer {
  const { merchantId: _merchantId, livemode: _livemode, ...transfer } = entry;
  return transfer;
}

function bindTransfers(database: MemoryDatabase, merchantId: MerchantId, livemode: boolean): TransferStore {
  return {
    async list({ unassigned, intentId, olderThan, limit }) {
      return [...database.tables.transfers.values()]
        .filter((entry) => entry.merchantId === merchantId && entry.livemode === livemode)
        .filter((entry) => !unassigned || entry.assignedTo === undefined)
        .filter((entry) => intentId === undefined || entry.intentId === intentId)
        .filter((entry) => olderThan === undefined || entry.id < olderThan)
        .sort((a, b) => (a.id < b.id ? 1 : -1))
        .slice(0, limit)
        .map(transferOf);
    },
    assign: (id, intentId, atMs, change) =>
      database.run((tables) => {
        const found = [...tables.transfers].find(
          ([, one]) => one.id === id && one.merchantId === merchantId && one.livemode === livemode,
        );
        if (!found) return undefined;
        const [name, entry] = found;
        const transfer = transferOf(entry);
        const tip = { tipHeight: 0, ...tables.scans.get(transfer.network) };
        const intent = changeIntent(tables, { merchantId, livemode, id: intentId }, atMs, (current) =>
          change(current, transfer, tip),
        );
        if (intent) tables.transfers.set(name, { ...entry, assignedTo: intentId });
        return intent;
      }),
  };
}
