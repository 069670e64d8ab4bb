import { idFromUuid } from '../../domain/ids.ts';
import { searchTermsOf } from '../../domain/intents/search-terms.ts';
import { formatInvoiceNumber } from '../../domain/invoices/invoice.ts';
import { fiatAmount } from '../../domain/money/money.ts';
import type { Run } from '../database/database.ts';
import type { IndexedIntent, TenantKey } from './place-intents.ts';
import { readCustomerName } from './read-customer-name.ts';

export interface IntentKey extends TenantKey {
  intent_id: string;
}

interface SearchableRow extends TenantKey {
  id: string;
  customer_email: string;
  customer_name: string | null;
  sent_body: string | null;
  order_id: string | null;
  currency: string;
  total_amount: string;
  addresses: string[];
  payments: { network: string; tx: string }[];
  invoices: { prefix: string; number: number }[];
}

/** Bodies up to this size are read here: PostgreSQL takes many times as long. Larger ones stay there, to bound a page in memory. */
const SENT_BODY_BYTES_MAX = 4_096;

/** PostgreSQL cannot read every escape of JSON: a zero character, or half of a pair that stands for one character. */
const IS_SENT = String.raw`octet_length(request_body) <= ${SENT_BODY_BYTES_MAX} OR strpos(request_body, '\u') > 0`;

/** The name of the customer, or the whole body, to be parsed here. */
export const CUSTOMER_NAME = `CASE WHEN ${IS_SENT} THEN NULL ELSE request_body::json #>> '{customer,name}' END
  AS customer_name, CASE WHEN ${IS_SENT} THEN request_body END AS sent_body`;

/** The agreed rate; null if `sent_body` has it. */
export const EXCHANGE_RATE = `CASE WHEN ${IS_SENT} THEN NULL ELSE request_body::json ->> 'exchange_rate' END AS exchange_rate`;

export const nameFrom = (row: Pick<SearchableRow, 'customer_name' | 'sent_body'>): string =>
  row.sent_body === null ? (row.customer_name ?? '') : readCustomerName(row.sent_body);

/** The limit makes the planner look each intent up, whatever its statistics say. */
const READ = `
SELECT merchant AS merchant_id, mode AS livemode, found.*
FROM unnest($1::uuid[], $2::boolean[], $3::uuid[]) AS wanted (merchant, mode, intent)
CROSS JOIN LATERAL (
  SELECT id, customer_email, ${CUSTOMER_NAME}, order_id, currency, total_amount,
    ARRAY (SELECT DISTINCT address FROM florin_data.targets AS target
      WHERE target.merchant_id = merchant AND target.livemode = mode AND target.intent_id = intent) AS addresses,
    (SELECT coalesce(json_agg(json_build_object('network', network, 'tx', tx)), '[]') FROM florin_data.payments AS payment
      WHERE payment.merchant_id = merchant AND payment.livemode = mode AND payment.intent_id = intent) AS payments,
    (SELECT coalesce(json_agg(json_build_object('prefix', prefix, 'number', number)), '[]') FROM florin_data.invoices AS invoice
      WHERE invoice.merchant_id = merchant AND invoice.livemode = mode AND payment_intent_id = intent) AS invoices
  FROM florin_data.payment_intents WHERE merchant_id = merchant AND livemode = mode AND id = intent LIMIT 1
) AS found`;

/** Intents with their terms, as they are now. */
export async function readSearchable(run: Run, keys: readonly IntentKey[]): Promise<IndexedIntent[]> {
  const rows = await run<SearchableRow>(READ, [
    keys.map(({ merchant_id }) => merchant_id),
    keys.map(({ livemode }) => livemode),
    keys.map(({ intent_id }) => intent_id),
  ]);
  return rows.map((row) => ({
    merchant_id: row.merchant_id,
    livemode: row.livemode,
    id: row.id,
    terms: searchTermsOf({
      id: idFromUuid('pi', row.id).slice('pi_'.length),
      customerName: nameFrom(row),
      customerEmail: row.customer_email,
      orderId: row.order_id ?? undefined,
      currency: row.currency,
      totalAmount: fiatAmount(row.total_amount),
      addresses: row.addresses,
      payments: row.payments,
      invoiceNumbers: row.invoices.map(formatInvoiceNumber),
    }),
  }));
}
