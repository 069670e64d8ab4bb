import { DraftTable } from './draft-table.ts';
import type { Draft, Notice, Table, Tables } from './tables.ts';

type TableName = Exclude<keyof Tables, 'eventQueue' | 'outbox'>;

/** The tables of one transaction. Most transactions use few of them. */
export class TableDraft implements Draft {
  readonly notices: Notice[] = [];
  eventQueue: Tables['eventQueue'];
  outbox: Tables['outbox'];
  readonly #committed: Tables;
  readonly #drafts = new Map<TableName, DraftTable<never, never>>();

  constructor(committed: Tables) {
    this.#committed = committed;
    this.eventQueue = committed.eventQueue;
    this.outbox = committed.outbox;
  }

  /** The tables after the commit. */
  get result(): Tables {
    const tables = { ...this.#committed, eventQueue: this.eventQueue, outbox: this.outbox };
    for (const [name, { result }] of this.#drafts)
      if (result !== tables[name]) Object.assign(tables, { [name]: result });
    return tables;
  }

  get mailNotices() {
    return this.#draftOf('mailNotices');
  }
  get eventCounters() {
    return this.#draftOf('eventCounters');
  }
  get intents() {
    return this.#draftOf('intents');
  }
  get payments() {
    return this.#draftOf('payments');
  }
  get targets() {
    return this.#draftOf('targets');
  }
  get amounts() {
    return this.#draftOf('amounts');
  }
  get scans() {
    return this.#draftOf('scans');
  }
  get transfers() {
    return this.#draftOf('transfers');
  }
  get claims() {
    return this.#draftOf('claims');
  }
  get dust() {
    return this.#draftOf('dust');
  }
  get responses() {
    return this.#draftOf('responses');
  }
  get items() {
    return this.#draftOf('items');
  }
  get invoices() {
    return this.#draftOf('invoices');
  }
  get audit() {
    return this.#draftOf('audit');
  }
  get requests() {
    return this.#draftOf('requests');
  }
  get endpoints() {
    return this.#draftOf('endpoints');
  }
  get deliveries() {
    return this.#draftOf('deliveries');
  }
  get attempts() {
    return this.#draftOf('attempts');
  }

  #draftOf<Name extends TableName>(name: Name): Tables[Name] {
    const draft = this.#drafts.get(name) ?? new DraftTable(this.#committed[name] as Table<never, never>);
    this.#drafts.set(name, draft);
    return draft as Tables[TableName] as Tables[Name];
  }
}
