import { idFromUuid, uuidOf } from '../../domain/ids.ts';
import { formatInvoiceNumber } from '../../domain/invoices/invoice.ts';
import { exponentOf } from '../../domain/money/currency.ts';
import { formatPlain } from '../../domain/money/format-money.ts';
import { describeTransfer } from '../../domain/transfers/describe-transfer.ts';
import type { ExportPages, ExportRow, ExportStore } from '../../ports/exports.ts';
import type { IntentFilter } from '../../ports/intents.ts';
import type { InvoiceFilter, InvoiceName, ListedInvoice } from '../../ports/invoices.ts';
import type { TransferPage, UnmatchedTransfer } from '../../ports/transfers.ts';
import type { Database, Run } from '../database/database.ts';
import { followIndexes } from '../database/follow-indexes.ts';
import type { Tenancy } from '../intents/change-intent.ts';
import { findCandidates } from '../intents/find-candidates.ts';
import { listInvoices } from '../invoices/list-invoices.ts';
import { listTransfers } from '../transfers/list-transfers.ts';
import { readPaymentRows } from './read-payment-rows.ts';
import { readTransactions } from './read-transactions.ts';

const PAGE_ROWS = 1_000;

interface Page<Cursor> {
  rows: ExportRow[];
  /** Where the next page starts; undefined on the last one. */
  next: Cursor | undefined;
}

/** Exports of one merchant in one mode. Every page is a short transaction, so a client that stops reading holds nothing. */
export class PostgresExports implements ExportStore {
  readonly #find: () => Promise<Database>;
  readonly #tenancy: Tenancy;

  /** The database is looked up for every page, because the merchant may move to another one during an export. */
  constructor(find: () => Promise<Database>, tenancy: Tenancy) {
    this.#find = find;
    this.#tenancy = tenancy;
  }

  payments(filter: Omit<IntentFilter, 'limit'>): ExportPages {
    return this.#pages(async (run, olderThan: IntentFilter['olderThan']) => {
      const wanted = { ...filter, limit: PAGE_ROWS, ...(olderThan && { olderThan }) };
      const { ids, lookedUntil } = await findCandidates(run, this.#tenancy, wanted);
      const last = ids.length === PAGE_ROWS ? ids.at(-1) : lookedUntil;
      return {
        rows: await readPaymentRows(run, this.#tenancy, ids),
        next: last === undefined ? undefined : idFromUuid('pi', last),
      };
    });
  }

  transfers(filter: Pick<TransferPage, 'unassigned' | 'of'>): ExportPages {
    return this.#pages(async (run, olderThan: TransferPage['olderThan']) => {
      const page = { ...filter, limit: PAGE_ROWS, ...(olderThan && { olderThan }) };
      const found = await listTransfers(run, this.#tenancy, page);
      return { rows: found.map(transferRow), next: found.length === PAGE_ROWS ? found.at(-1)?.id : undefined };
    });
  }

  invoices(filter: Omit<InvoiceFilter, 'limit'>): ExportPages {
    return this.#pages(async (run, olderThan: InvoiceName | undefined) => {
      const page = { ...filter, limit: PAGE_ROWS, ...(olderThan && { olderThan }) };
      const found = await listInvoices(run, this.#tenancy, page);
      const transactions = await readTransactions(
        run,
        this.#tenancy,
        found.map(({ intentId }) => uuidOf(intentId)),
      );
      const rows = found.map((invoice) => invoiceRow(invoice, transactions.get(uuidOf(invoice.intentId))));
      return { rows, next: found.length === PAGE_ROWS ? found.at(-1) : undefined };
    });
  }

  /** The next page is read while this one is being sent. */
  async *#pages<Cursor>(read: (run: Run, from: Cursor | undefined) => Promise<Page<Cursor>>): ExportPages {
    const readPage = async (from: Cursor | undefined) =>
      (await this.#find()).transaction(async (run) => {
        await followIndexes(run, { sort: 'off' });
        return read(run, from);
      });
    const start = (from: Cursor | undefined) => {
      const page = readPage(from);
      // The reader may have left before it is there.
      page.catch(() => undefined);
      return page;
    };
    let reading: Promise<Page<Cursor>> | undefined = start(undefined);
    while (reading) {
      const { rows, next }: Page<Cursor> = await reading;
      reading = next === undefined ? undefined : start(next);
      yield rows;
    }
  }
}

function transferRow(transfer: UnmatchedTransfer): ExportRow {
  const described = describeTransfer(transfer);
  return {
    id: described.id,
    first_seen_at: described.first_seen_at,
    network: described.network,
    transaction: described.tx,
    index: String(described.index),
    address: described.address,
    asset: described.asset,
    token: described.token,
    amount: described.amount,
    block: described.block === null ? null : String(described.block),
    reason: described.reason,
    payment_intent_id: described.payment_intent_id,
    assigned_to: described.assigned_to,
  };
}

function invoiceRow(invoice: ListedInvoice, transactions: readonly string[] | undefined): ExportRow {
  const exponent = exponentOf(invoice.currency);
  return {
    kind: invoice.kind,
    number: formatInvoiceNumber(invoice),
    issued_at: new Date(invoice.issuedAtMs).toISOString(),
    corrects: invoice.corrects ? formatInvoiceNumber(invoice.corrects) : null,
    payment_intent_id: invoice.intentId,
    status: invoice.status,
    total: formatPlain(invoice.total, exponent),
    tax: formatPlain(invoice.tax, exponent),
    currency: invoice.currency,
    customer_name: invoice.customerName,
    customer_email: invoice.customerEmail,
    order_id: invoice.orderId ?? null,
    asset: invoice.asset,
    transactions: transactions?.join(' ') ?? null,
  };
}
