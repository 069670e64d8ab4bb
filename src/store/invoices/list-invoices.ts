import { idFromUuid } from '../../domain/ids.ts';
import type { IntentStatus } from '../../domain/intents/intent-status.ts';
import type { DocumentKind } from '../../domain/invoices/invoice.ts';
import { fiatAmount } from '../../domain/money/money.ts';
import type { InvoiceFilter, ListedInvoice } from '../../ports/invoices.ts';
import type { Run } from '../database/database.ts';
import { followIndexes } from '../database/follow-indexes.ts';
import type { Tenancy } from '../intents/change-intent.ts';
import { CUSTOMER_NAME, nameFrom } from '../searches/read-searchable.ts';

interface ListedRow {
  kind: DocumentKind;
  prefix: string;
  number: number;
  issued_at: Date;
  payment_intent_id: string;
  corrects: number | null;
  corrected_prefix: string | null;
  corrected_at: Date | null;
  buyer_name: string | null;
  buyer_email: string | null;
  status: IntentStatus;
  total_amount: string;
  tax_amount: string;
  currency: string;
  asset: string;
  customer_name: string | null;
  sent_body: string | null;
  customer_email: string;
  order_id: string | null;
}

/** One range of the index. The limits inside make the planner look each intent and corrected invoice up. */
const list = (older: string) => `
SELECT issued.*, corrected.*, found.* FROM (
  SELECT kind, prefix, number, issued_at, payment_intent_id, corrects,
    document #>> '{buyer,name}' AS buyer_name, document #>> '{buyer,email}' AS buyer_email
  FROM florin_data.invoices
  WHERE merchant_id = $1 AND livemode = $2 AND issued_at >= $3 AND issued_at < $4 ${older}
  ORDER BY issued_at DESC, kind DESC, number DESC LIMIT $5
) AS issued CROSS JOIN LATERAL (
  SELECT status, total_amount, tax_amount, currency, asset, customer_email, ${CUSTOMER_NAME}, order_id
  FROM florin_data.payment_intents WHERE merchant_id = $1 AND livemode = $2 AND id = payment_intent_id LIMIT 1
) AS found LEFT JOIN LATERAL (
  SELECT prefix AS corrected_prefix, issued_at AS corrected_at FROM florin_data.invoices AS invoice
  WHERE merchant_id = $1 AND livemode = $2 AND kind = 'invoice' AND number = issued.corrects LIMIT 1
) AS corrected ON true ORDER BY issued_at DESC, kind DESC, number DESC`;

const FIRST_PAGE = list('');
const NEXT_PAGE = list(`AND (issued_at, kind, number) < ((SELECT issued_at FROM florin_data.invoices
  WHERE merchant_id = $1 AND livemode = $2 AND kind = $6 AND number = $7), $6, $7)`);

/** In a transaction of the caller. The newest first. */
export async function listInvoices(
  run: Run,
  { merchant, livemode }: Tenancy,
  { issuedAfterMs = -1, issuedBeforeMs, olderThan, limit }: InvoiceFilter,
): Promise<ListedInvoice[]> {
  await followIndexes(run);
  const before = issuedBeforeMs === undefined ? 'infinity' : new Date(issuedBeforeMs);
  const values = [merchant, livemode, new Date(issuedAfterMs + 1), before, limit];
  const rows = await (olderThan === undefined
    ? run<ListedRow>(FIRST_PAGE, values)
    : run<ListedRow>(NEXT_PAGE, [...values, olderThan.kind, olderThan.number]));
  return rows.map(readListed);
}

/** A document keeps its buyer. One of a version that took the buyer from the intent has none. */
const readListed = (row: ListedRow): ListedInvoice => ({
  kind: row.kind,
  prefix: row.prefix,
  number: row.number,
  issuedAtMs: row.issued_at.getTime(),
  intentId: idFromUuid('pi', row.payment_intent_id),
  corrects: readCorrected(row),
  status: row.status,
  total: fiatAmount(row.total_amount),
  tax: fiatAmount(row.tax_amount),
  currency: row.currency,
  asset: row.asset,
  customerName: row.buyer_name ?? nameFrom(row),
  customerEmail: row.buyer_email ?? row.customer_email,
  orderId: row.order_id ?? undefined,
});

function readCorrected({ corrects, corrected_prefix, corrected_at }: ListedRow): ListedInvoice['corrects'] {
  if (corrects === null || corrected_prefix === null || corrected_at === null) return undefined;
  return { prefix: corrected_prefix, number: corrects, issuedAtMs: corrected_at.getTime() };
}
