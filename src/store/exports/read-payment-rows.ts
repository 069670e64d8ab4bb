import { idFromUuid } from '../../domain/ids.ts';
import { formatInvoiceNumber } from '../../domain/invoices/invoice.ts';
import { exponentOf } from '../../domain/money/currency.ts';
import { formatPlain } from '../../domain/money/format-money.ts';
import { fiatAmount } from '../../domain/money/money.ts';
import type { ExportRow } from '../../ports/exports.ts';
import type { Run } from '../database/database.ts';
import type { Tenancy } from '../intents/change-intent.ts';
import { CUSTOMER_NAME, nameFrom } from '../searches/read-searchable.ts';

interface PaymentRow {
  id: string;
  created_ms: string;
  expires_ms: string;
  status: string;
  total_amount: string;
  tax_amount: string;
  currency: string;
  asset: string;
  crypto_amount: string;
  customer_email: string;
  customer_name: string | null;
  odd_body: string | null;
  order_id: string | null;
  received: string | null;
  networks: string | null;
  transactions: string | null;
  invoices: { prefix: string; number: number }[] | null;
}

const msOf = (column: string) => `floor(extract(epoch FROM ${column}) * 1000)::bigint`;

/** The limit makes the planner look each intent up, whatever its statistics say. */
const READ = `
SELECT found.* FROM unnest($3::uuid[]) WITH ORDINALITY AS wanted (wanted_id, place) CROSS JOIN LATERAL (
  SELECT id, ${msOf('created_at')} AS created_ms, ${msOf('expires_at')} AS expires_ms, status, total_amount, tax_amount,
    currency, asset, crypto_amount, customer_email, ${CUSTOMER_NAME}, order_id, received, networks, transactions,
    (SELECT json_agg(json_build_object('prefix', prefix, 'number', number) ORDER BY coalesce(corrects, number), kind DESC)
     FROM florin_data.invoices AS invoice
     WHERE invoice.merchant_id = $1 AND invoice.livemode = $2 AND payment_intent_id = intent.id) AS invoices
  FROM florin_data.payment_intents AS intent CROSS JOIN LATERAL (
    SELECT sum(payment.amount) FILTER (WHERE state = 'final' AND payment.asset = intent.asset) AS received,
      string_agg(DISTINCT network, ' ') AS networks, string_agg(tx, ' ' ORDER BY first_seen_at, tx) AS transactions
    FROM florin_data.payments AS payment
    WHERE payment.merchant_id = $1 AND payment.livemode = $2 AND payment.intent_id = intent.id AND state <> 'void'
  ) AS paid
  WHERE merchant_id = $1 AND livemode = $2 AND id = wanted_id LIMIT 1
) AS found ORDER BY place`;

/** The rows of these intents, in their order. */
export async function readPaymentRows(
  run: Run,
  { merchant, livemode }: Tenancy,
  ids: readonly string[],
): Promise<ExportRow[]> {
  const rows = await run<PaymentRow>(READ, [merchant, livemode, ids]);
  return rows.map((row) => {
    const exponent = exponentOf(row.currency);
    return {
      id: idFromUuid('pi', row.id),
      created_at: timeText(row.created_ms),
      status: row.status,
      total: formatPlain(fiatAmount(row.total_amount), exponent),
      tax: formatPlain(fiatAmount(row.tax_amount), exponent),
      currency: row.currency,
      asset: row.asset,
      amount_due: decimalText(row.crypto_amount),
      amount_received: decimalText(row.received ?? '0'),
      customer_name: nameFrom(row),
      customer_email: row.customer_email,
      order_id: row.order_id,
      networks: row.networks,
      transactions: row.transactions,
      invoice_numbers: row.invoices?.map(formatInvoiceNumber).join(' ') ?? null,
      expires_at: timeText(row.expires_ms),
    };
  });
}

const timeText = (ms: string): string => new Date(Number(ms)).toISOString();
/** The database writes every decimal of the scale. */
const decimalText = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);
