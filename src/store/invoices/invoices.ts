import { type IntentId, idFromUuid, uuidOf } from '../../domain/ids.ts';
import type { InvoiceDocument, IssuedInvoice } from '../../domain/invoices/invoice.ts';
import { LIMITS } from '../../domain/limits.ts';
import { fiatAmount, toJsonInteger } from '../../domain/money/money.ts';
import type { InvoiceFilter, InvoiceStore, ListedInvoice } from '../../ports/invoices.ts';
import { Batcher } from '../database/batcher.ts';
import { type Database, databaseAway, isAway, type Run, sqlState } from '../database/database.ts';
import { listInvoices } from './list-invoices.ts';

const BATCH_ROWS_MAX = 256;
const BATCH_ROWS_ENOUGH = 64;
const WAITING_ROWS_MAX = 20_000;
const ATTEMPTS_MAX = 3;
const LOCK_NOT_AVAILABLE = '55P03';

interface Draft {
  intentId: IntentId;
  document: InvoiceDocument;
}

interface InvoiceRecord {
  payment_intent_id: string;
  number: number;
  issued_at: Date;
  document: StoredDocument;
}

interface StoredDocument {
  seller: { name: string; address: string[] };
  lines: { item_id: string; name: string; quantity: number; unit_amount: number | null }[];
}

/**
 * The invoices of one merchant in one mode, numbered 1, 2, 3 … without gaps. Requests of this process that wait for a
 * number share a transaction, and processes take turns through the lock on the series' row.
 */
export class PostgresInvoices implements InvoiceStore {
  readonly #database: Database;
  readonly #merchant: string;
  readonly #livemode: boolean;
  readonly #writer = new Batcher<Draft, IssuedInvoice>((drafts) => this.#issueAll(drafts), {
    rowsMax: BATCH_ROWS_MAX,
    rowsEnough: BATCH_ROWS_ENOUGH,
    waitingMax: WAITING_ROWS_MAX,
    waitMsMax: LIMITS.databaseAnswerMsMax,
    isRowError: (error) => sqlState(error) !== undefined && !isBusy(error) && !isAway(error),
    overdue: () => databaseAway(new Error('the invoice number was not assigned in time')),
  });

  constructor(database: Database, merchant: string, livemode: boolean) {
    this.#database = database;
    this.#merchant = merchant;
    this.#livemode = livemode;
  }

  async find(intentId: IntentId): Promise<IssuedInvoice | undefined> {
    const [row] = await this.#database.query<InvoiceRecord>({
      name: 'find-invoice',
      text: `SELECT payment_intent_id, number, issued_at, document FROM florin_data.invoices
             WHERE merchant_id = $1 AND livemode = $2 AND payment_intent_id = $3`,
      values: [this.#merchant, this.#livemode, uuidOf(intentId)],
    });
    return row && readInvoice(row);
  }

  list(filter: InvoiceFilter): Promise<ListedInvoice[]> {
    const tenancy = { merchant: this.#merchant, livemode: this.#livemode };
    return this.#database.transaction((run) => listInvoices(run, tenancy, filter));
  }

  issue(intentId: IntentId, document: InvoiceDocument): Promise<IssuedInvoice> {
    return this.#writer.submit({ intentId, document });
  }

  async #issueAll(drafts: readonly Draft[]): Promise<IssuedInvoice[]> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#database.transaction((run) => this.#issueIn(run, drafts));
      } catch (error) {
        if (!isBusy(error)) throw error;
        if (attempt === ATTEMPTS_MAX) throw databaseAway(error);
      }
    }
  }

  /** The second statement has a new snapshot, so under the lock it sees invoices that others have issued. */
  async #issueIn(run: Run, drafts: readonly Draft[]): Promise<IssuedInvoice[]> {
    const tenant = [this.#merchant, this.#livemode];
    const last = (await lockSeries(run, tenant)) ?? (await openSeries(run, tenant));
    const ids = drafts.map(({ intentId }) => uuidOf(intentId));
    await run(
      `WITH input AS (
         SELECT DISTINCT ON (id) id, document, position
         FROM unnest($3::uuid[], $4::jsonb[]) WITH ORDINALITY AS row (id, document, position)
         ORDER BY id, position
       ), fresh AS (
         SELECT id, document, row_number() OVER (ORDER BY position) AS step FROM input
         WHERE NOT EXISTS (
           SELECT FROM florin_data.invoices AS issued
           WHERE issued.merchant_id = $1 AND issued.livemode = $2 AND issued.payment_intent_id = input.id)
       ), counted AS (
         UPDATE florin_data.invoice_series SET last_number = $5 + (SELECT count(*) FROM fresh)
         WHERE merchant_id = $1 AND livemode = $2
       )
       INSERT INTO florin_data.invoices (merchant_id, livemode, payment_intent_id, number, issued_at, document)
       SELECT $1, $2, id, $5 + step, statement_timestamp(), document FROM fresh`,
      [...tenant, ids, drafts.map(({ document }) => JSON.stringify(storedForm(document))), last],
    );
    const rows = await run<InvoiceRecord>(
      `SELECT payment_intent_id, number, issued_at, document FROM florin_data.invoices
       WHERE merchant_id = $1 AND livemode = $2 AND payment_intent_id = ANY ($3::uuid[])`,
      [...tenant, ids],
    );
    const issued = new Map(rows.map((row) => [row.payment_intent_id, readInvoice(row)]));
    return ids.map((id) => issued.get(id) as IssuedInvoice);
  }
}

/** Returns the last number and locks its row until the end of the transaction; undefined before the first invoice. */
async function lockSeries(run: Run, tenant: readonly unknown[]): Promise<number | undefined> {
  const [row] = await run<{ last_number: number }>(
    `SELECT last_number FROM florin_data.invoice_series WHERE merchant_id = $1 AND livemode = $2 FOR UPDATE`,
    [...tenant],
  );
  return row?.last_number;
}

async function openSeries(run: Run, tenant: readonly unknown[]): Promise<number> {
  await run(
    `INSERT INTO florin_data.invoice_series (merchant_id, livemode, last_number) VALUES ($1, $2, 0)
     ON CONFLICT DO NOTHING`,
    [...tenant],
  );
  return (await lockSeries(run, tenant)) ?? 0;
}

const isBusy = (error: unknown): boolean => sqlState(error) === LOCK_NOT_AVAILABLE;

function storedForm({ seller, lines }: InvoiceDocument): StoredDocument {
  return {
    seller: { name: seller.name, address: [...seller.address] },
    lines: lines.map((line) => ({
      item_id: line.itemId,
      name: line.name,
      quantity: line.quantity,
      unit_amount: line.unitAmount === undefined ? null : toJsonInteger(line.unitAmount),
    })),
  };
}

function readInvoice(row: InvoiceRecord): IssuedInvoice {
  const { seller, lines } = row.document;
  return {
    intentId: idFromUuid('pi', row.payment_intent_id),
    number: row.number,
    issuedAtMs: row.issued_at.getTime(),
    document: {
      seller: { name: seller.name, address: seller.address },
      lines: lines.map((line) => ({
        itemId: line.item_id,
        name: line.name,
        quantity: line.quantity,
        unitAmount: line.unit_amount === null ? undefined : fiatAmount(line.unit_amount),
      })),
    },
  };
}
