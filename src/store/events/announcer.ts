import { setTimeout as sleep } from 'node:timers/promises';
import { uuidOf } from '../../domain/ids.ts';
import type { Intent } from '../../domain/intents/intent.ts';
import type { Tracer } from '../../ports/tracer.ts';
import type { Database, Run } from '../database/database.ts';
import { issueDocuments, type OrderedDocument } from '../invoices/issue-documents.ts';
import {
  CHANGES_CHANNEL,
  type ChangeRow,
  NUMBERS_CHANNEL,
  type NumberRow,
  ROWS_PER_NOTICE,
  tenantName,
} from './change-notice.ts';

/** What waits to be announced takes at most a few megabytes. Beyond that, the dispatcher's announcement has to do. */
const WAITING_MAX = 10_000;
const ROWS_PER_STATEMENT = 10 * ROWS_PER_NOTICE;
/** Nobody sees the delay, and a statement for each commit would cost half as much as the commit. */
const GATHER_MS = 10;

interface CreatedRow {
  merchant: string;
  intent: Pick<Intent, 'id' | 'livemode' | 'sequence' | 'status'>;
}

/** A transaction that changes intents, issues their documents, and notes each change to announce it after the commit. */
export interface Changing {
  run: Run;
  /** Undefined while tracing is off. */
  tracer?: Tracer | undefined;
  note: (change: ChangeRow) => void;
  /** Orders a document, which is issued at the end of the transaction. */
  order: (document: OrderedDocument) => void;
}

interface AnnouncerOptions {
  /** Waits for more to announce. */
  gather?: () => Promise<void>;
  tracer?: Tracer | undefined;
}

/**
 * Tells all processes what was committed. A notification inside the transaction would hold a lock of the whole PostgreSQL
 * server until the commit is on disk and replicated, so it is sent after the commit, on a separate connection: one
 * statement at a time, with what came in meanwhile or shortly after. What cannot be sent is dropped, because the dispatcher announces
 * everything again that it numbers.
 */
export class Announcer {
  readonly #database: Pick<Database, 'query' | 'close'>;
  readonly #gather: () => Promise<void>;
  readonly #tracer: Tracer | undefined;
  readonly #changes = new Map<string, ChangeRow>();
  readonly #numbers = new Map<string, NumberRow>();
  #sending: Promise<void> | undefined;

  /** The database connection serves nothing else. */
  constructor(database: Pick<Database, 'query' | 'close'>, { gather, tracer }: AnnouncerOptions = {}) {
    this.#database = database;
    this.#gather = gather ?? (() => sleep(GATHER_MS));
    this.#tracer = tracer;
  }

  /** Runs a transaction on another database connection, issues what it ordered, and announces what it noted if it commits. */
  async after<Result>(
    database: Pick<Database, 'transaction'>,
    steps: (changing: Changing) => Promise<Result>,
  ): Promise<Result> {
    const noted: ChangeRow[] = [];
    const note: Changing['note'] = (change) => void noted.push(change);
    const result = await database.transaction(async (run) => {
      const ordered: OrderedDocument[] = [];
      const order: Changing['order'] = (document) => void ordered.push(document);
      const done = await steps({ run, note, order, tracer: this.#tracer });
      await issueDocuments(run, ordered);
      return done;
    });
    for (const change of noted) this.announceChange(change);
    return result;
  }

  /** The newest change of an intent replaces an earlier one that still waits. */
  announceChange(change: ChangeRow): void {
    const [, , intent, sequence] = change;
    const [, , , waiting = 0, , isAgain = false] = this.#changes.get(intent) ?? [];
    if (waiting < sequence || (waiting === sequence && isAgain)) this.#wait(this.#changes, intent, change);
  }

  /**
   * Only the newest intent of each merchant and mode is announced: a page that shows a list reads the list again, so the
   * others would add nothing.
   */
  announceCreated(rows: readonly CreatedRow[]): void {
    for (const row of newestOf(rows)) {
      const { id, livemode, sequence, status } = row.intent;
      const name = `newest of ${tenantName(row.merchant, livemode)}`;
      const change: ChangeRow = [row.merchant, livemode, uuidOf(id), sequence, status];
      if ((this.#changes.get(name)?.[2] ?? '') < change[2]) this.#wait(this.#changes, name, change);
    }
  }

  /** The last number of a merchant and mode. */
  announceNumber(row: NumberRow): void {
    this.#wait(this.#numbers, tenantName(row[0], row[1]), row);
  }

  /** Sends what waits. */
  async close(): Promise<void> {
    await this.#sending;
    await this.#database.close();
  }

  #wait<Row>(rows: Map<string, Row>, name: string, row: Row): void {
    if (rows.size < WAITING_MAX || rows.has(name)) rows.set(name, row);
    this.#sending ??= this.#send();
  }

  #drop(): void {
    this.#changes.clear();
    this.#numbers.clear();
  }

  async #send(): Promise<void> {
    while (this.#numbers.size + this.#changes.size > 0) {
      await this.#gather();
      const notices = [
        ...noticesOf(NUMBERS_CHANNEL, take(this.#numbers)),
        ...noticesOf(CHANGES_CHANNEL, take(this.#changes)),
      ];
      await this.#database
        .query({
          name: 'announce',
          text: 'SELECT pg_notify(channel, payload) FROM unnest($1::text[], $2::text[]) AS notice (channel, payload)',
          values: [notices.map(({ channel }) => channel), notices.map(({ payload }) => payload)],
        })
        .catch(() => this.#drop());
    }
    this.#sending = undefined;
  }
}

function newestOf(rows: readonly CreatedRow[]): Iterable<CreatedRow> {
  const newest = new Map<string, CreatedRow>();
  for (const row of rows) {
    const name = tenantName(row.merchant, row.intent.livemode);
    const other = newest.get(name);
    if (!other || other.intent.id < row.intent.id) newest.set(name, row);
  }
  return newest.values();
}

function take<Row>(rows: Map<string, Row>): Row[] {
  const taken = [...rows].slice(0, ROWS_PER_STATEMENT);
  for (const [name] of taken) rows.delete(name);
  return taken.map(([, row]) => row);
}

function noticesOf(channel: string, rows: readonly unknown[]): { channel: string; payload: string }[] {
  const count = Math.ceil(rows.length / ROWS_PER_NOTICE);
  return Array.from({ length: count }, (_, index) => ({
    channel,
    payload: JSON.stringify(rows.slice(index * ROWS_PER_NOTICE, (index + 1) * ROWS_PER_NOTICE)),
  }));
}
