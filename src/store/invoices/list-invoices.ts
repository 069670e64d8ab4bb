import { idFromUuid } from '../../domain/ids.ts';
import type { IntentStatus } from '../../domain/intents/intent-status.ts';
import { fiatAmount } from '../../domain/money/money.ts';
import type { InvoiceFilter, ListedInvoice } from '../../ports/invoices.ts';
import type { Run } from '../database/database.ts';
import { followIndexes } from '../database/follow-indexes.ts';
import type { Tenancy } from '../intents/change-intent.ts';
import { CUSTOMER_NAME, nameFrom } from '../searches/read-searchable.ts';

interface ListedRow {
  number: number;
  issued_at: Date;
  payment_intent_id: string;
  status: IntentStatus;
  total_amount: string;
  tax_amount: string;
  currency: string;
  customer_name: string | null;
  odd_body: string | null;
  customer_email: string;
  order_id: string | null;
}

/** One range of the index. The limit inside makes the planner look each intent up. */
const list = (below: string) => `
SELECT number, issued_at, payment_intent_id, found.* FROM (
  SELECT number, issued_at, payment_intent_id FROM florin_data.invoices
  WHERE merchant_id = $1 AND livemode = $2 AND issued_at >= $3 AND issued_at < $4 ${below}
  ORDER BY issued_at DESC, number DESC LIMIT $5
) AS issued CROSS JOIN LATERAL (
  SELECT status, total_amount, tax_amount, currency, customer_email, ${CUSTOMER_NAME}, order_id
  FROM florin_data.payment_intents WHERE merchant_id = $1 AND livemode = $2 AND id = payment_intent_id LIMIT 1
) AS found ORDER BY issued_at DESC, number DESC`;

const FIRST_PAGE = list('');
const NEXT_PAGE = list(`AND (issued_at, number) < ((SELECT issued_at FROM florin_data.invoices
  WHERE merchant_id = $1 AND livemode = $2 AND number = $6), $6)`);

/** In a transaction of the caller. The highest number first. */
export async function listInvoices(
  run: Run,
  { merchant, livemode }: Tenancy,
  { issuedAfterMs = -1, issuedBeforeMs, below, limit }: InvoiceFilter,
): Promise<ListedInvoice[]> {
  await followIndexes(run);
  const before = issuedBeforeMs === undefined ? 'infinity' : new Date(issuedBeforeMs);
  const values = [merchant, livemode, new Date(issuedAfterMs + 1), before, limit];
  const rows = await (below === undefined
    ? run<ListedRow>(FIRST_PAGE, values)
    : run<ListedRow>(NEXT_PAGE, [...values, below]));
  return rows.map((row) => ({
    number: row.number,
    issuedAtMs: row.issued_at.getTime(),
    intentId: idFromUuid('pi', row.payment_intent_id),
    status: row.status,
    total: fiatAmount(row.total_amount),
    tax: fiatAmount(row.tax_amount),
    currency: row.currency,
    customerName: nameFrom(row),
    customerEmail: row.customer_email,
    orderId: row.order_id ?? undefined,
  }));
}
