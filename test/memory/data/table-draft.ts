import type { Draft, Notice, Tables } from './tables.ts';

type MapName = Exclude<keyof Tables, 'eventQueue' | 'outbox'>;

/** The tables of one transaction. Each is copied when it is first used: most transactions use few of them. */
export class TableDraft implements Draft {
  readonly notices: Notice[] = [];
  eventQueue: Tables['eventQueue'];
  outbox: Tables['outbox'];
  readonly #committed: Tables;
  readonly #copies: Partial<Tables> = {};

  constructor(committed: Tables) {
    this.#committed = committed;
    this.eventQueue = committed.eventQueue;
    this.outbox = committed.outbox;
  }

  /** The tables after the commit. */
  get result(): Tables {
    return { ...this.#committed, ...this.#copies, eventQueue: this.eventQueue, outbox: this.outbox };
  }

  get eventCounters() {
    return this.#copyOf('eventCounters');
  }
  get intents() {
    return this.#copyOf('intents');
  }
  get payments() {
    return this.#copyOf('payments');
  }
  get targets() {
    return this.#copyOf('targets');
  }
  get amounts() {
    return this.#copyOf('amounts');
  }
  get scans() {
    return this.#copyOf('scans');
  }
  get transfers() {
    return this.#copyOf('transfers');
  }
  get claims() {
    return this.#copyOf('claims');
  }
  get dust() {
    return this.#copyOf('dust');
  }
  get responses() {
    return this.#copyOf('responses');
  }
  get items() {
    return this.#copyOf('items');
  }
  get invoices() {
    return this.#copyOf('invoices');
  }
  get audit() {
    return this.#copyOf('audit');
  }
  get requests() {
    return this.#copyOf('requests');
  }
  get endpoints() {
    return this.#copyOf('endpoints');
  }
  get deliveries() {
    return this.#copyOf('deliveries');
  }
  get attempts() {
    return this.#copyOf('attempts');
  }

  #copyOf<Name extends MapName>(name: Name): Tables[Name] {
    return (this.#copies[name] ??= copy(this.#committed[name]));
  }
}

const copy = <Table extends Tables[MapName]>(table: Table): Table => new Map<unknown, unknown>(table) as Table;
