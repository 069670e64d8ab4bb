import { type IntentId, uuidOf } from '../../domain/ids.ts';
import type { IssuedInvoice } from '../../domain/invoices/invoice.ts';
import type { InvoiceFilter, InvoiceStore, ListedInvoice } from '../../ports/invoices.ts';
import type { Database } from '../database/database.ts';
import { INVOICE_COLUMNS, type InvoiceRecord, readInvoice } from './invoice-record.ts';
import { listInvoices } from './list-invoices.ts';

/** The invoices and credit notes of one merchant in one mode. */
export class PostgresInvoices implements InvoiceStore {
  readonly #database: Database;
  readonly #merchant: string;
  readonly #livemode: boolean;

  constructor(database: Database, merchant: string, livemode: boolean) {
    this.#database = database;
    this.#merchant = merchant;
    this.#livemode = livemode;
  }

  list(filter: InvoiceFilter): Promise<ListedInvoice[]> {
    const tenancy = { merchant: this.#merchant, livemode: this.#livemode };
    return this.#database.transaction((run) => listInvoices(run, tenancy, filter));
  }

  async listOfIntent(intentId: IntentId): Promise<IssuedInvoice[]> {
    const rows = await this.#database.query<InvoiceRecord>({
      name: 'list-invoices-of-intent',
      text: `SELECT ${INVOICE_COLUMNS} FROM florin_data.invoices
             WHERE merchant_id = $1 AND livemode = $2 AND payment_intent_id = $3
             ORDER BY coalesce(corrects, number), kind DESC`,
      values: [this.#merchant, this.#livemode, uuidOf(intentId)],
    });
    return rows.map(readInvoice);
  }
}
