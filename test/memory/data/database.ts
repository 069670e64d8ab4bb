import type { MerchantId } from '../../../src/domain/ids.ts';
import type { NetworkWatch, PaymentBook, PaymentDatabase } from '../../../src/ports/payment-book.ts';
import type { Store } from '../../../src/ports/stores.ts';
import { memoryAuditOutbox } from './audit-outbox.ts';
import { memoryCustomers } from './customers.ts';
import { memoryDeliveries } from './deliveries.ts';
import { memoryDeliveryQueue } from './delivery-queue.ts';
import { memoryEndpoints } from './endpoints.ts';
import { memoryEventDispatch } from './event-dispatch.ts';
import { memoryEventLog } from './event-log.ts';
import { findWatch } from './find-watch.ts';
import { memoryIntents } from './intents.ts';
import { memoryInvoices } from './invoices.ts';
import { memoryItems } from './items.ts';
import { openPaymentBook } from './payment-book.ts';
import { memoryRequests } from './requests.ts';
import { memorySealedSecrets } from './sealed-secrets.ts';
import { TableDraft } from './table-draft.ts';
import { type Draft, emptyTables, type Notice, type TableAccess, type Tables } from './tables.ts';
import { memoryTransfers } from './transfers.ts';

interface Options {
  publish?: (notices: readonly Notice[]) => void;
}

/**
 * A data plane in memory that behaves like PostgreSQL: transactions run one after another and happen completely or not
 * at all, and readers see only what is committed. It passes the same contract suites.
 */
export class MemoryDatabase implements PaymentDatabase, TableAccess {
  readonly audit = memoryAuditOutbox(this);
  readonly eventDispatch = memoryEventDispatch(this);
  readonly deliveryQueue = memoryDeliveryQueue(this);
  readonly sealedSecrets = memorySealedSecrets(this);
  #tables = emptyTables();
  #last: Promise<unknown> = Promise.resolve();
  readonly #publish: (notices: readonly Notice[]) => void;

  constructor({ publish = () => undefined }: Options = {}) {
    this.#publish = publish;
  }

  /** What is committed. */
  get tables(): Tables {
    return this.#tables;
  }

  clear(): void {
    this.#tables = emptyTables();
  }

  forgetScans(): Promise<void> {
    return this.run(({ scans }) => {
      for (const [network] of scans) scans.delete(network);
    });
  }

  bind(merchantId: MerchantId, livemode: boolean): Store {
    const owner = { merchantId, livemode };
    return {
      intents: memoryIntents(this, owner),
      items: memoryItems(this, owner),
      invoices: memoryInvoices(this, owner),
      customers: memoryCustomers(this, owner),
      transfers: memoryTransfers(this, owner),
      endpoints: memoryEndpoints(this, owner),
      deliveries: memoryDeliveries(this, owner),
      events: memoryEventLog(this, owner),
      requests: memoryRequests(this, owner),
    };
  }

  async findWatch(network: string, nowMs: number): Promise<NetworkWatch | undefined> {
    return findWatch(() => this.#tables, network, nowMs);
  }

  transact(work: (book: PaymentBook) => Promise<void>): Promise<void> {
    return this.run((tables) => work(openPaymentBook(tables)));
  }

  /** Keeps whole months, as partitions do. */
  dropEvents(beforeMs: number): Promise<void> {
    const time = new Date(beforeMs);
    const startMs = Date.UTC(time.getUTCFullYear(), time.getUTCMonth());
    return this.run((tables) => {
      tables.outbox = tables.outbox.filter(({ numberedAtMs }) => numberedAtMs >= startMs);
      for (const [id, { createdAtMs }] of tables.deliveries) if (createdAtMs < startMs) tables.deliveries.delete(id);
      for (const [id, attempts] of tables.attempts) {
        tables.attempts.set(
          id,
          attempts.filter(({ atMs }) => atMs >= startMs),
        );
      }
    });
  }

  /** The work runs on a copy of the tables, which is discarded if it throws. */
  run<Result>(work: (tables: Draft) => Result | Promise<Result>): Promise<Result> {
    const done = this.#last.then(async () => {
      const draft = new TableDraft(this.#tables);
      const result = await work(draft);
      this.#tables = draft.result;
      this.#publish(draft.notices);
      return result;
    });
    this.#last = done.catch(() => undefined);
    return done;
  }
}
