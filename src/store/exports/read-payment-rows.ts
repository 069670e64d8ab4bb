import { idFromUuid } from '../../domain/ids.ts';
import { formatInvoiceNumber } from '../../domain/invoices/invoice.ts';
import { exponentOf } from '../../domain/money/currency.ts';
import { formatDecimal, parseDecimal } from '../../domain/money/decimal.ts';
import { formatPlain } from '../../domain/money/format-money.ts';
import { fiatAmount, sum } from '../../domain/money/money.ts';
import type { ExportRow } from '../../ports/exports.ts';
import type { Run } from '../database/database.ts';
import type { Tenancy } from '../intents/change-intent.ts';
import { CUSTOMER_NAME, nameFrom } from '../searches/read-searchable.ts';

interface IntentRow {
  id: string;
  created_at: string;
  expires_at: string;
  status: string;
  total_amount: string;
  tax_amount: string;
  currency: string;
  asset: string;
  crypto_amount: string;
  customer_email: string;
  customer_name: string | null;
  sent_body: string | null;
  order_id: string | null;
}

interface PaymentRow {
  id: string;
  network: string;
  tx: string;
  asset: string;
  amount: string;
  is_final: boolean;
}

interface InvoiceRow {
  id: string;
  prefix: string;
  number: number;
}

/**
 * One pass over an index instead of one search for each intent. The bounds tell the planner that the rows are near each other,
 * so that it takes the index that begins with the ID, whatever its statistics say.
 */
const among = (column: string) => `${column} = ANY ($3::uuid[]) AND ${column} BETWEEN $4 AND $5`;

const INTENTS = `
SELECT id, created_at::text, expires_at::text, status, total_amount, tax_amount, currency, asset, crypto_amount,
  customer_email, ${CUSTOMER_NAME}, order_id
FROM florin_data.payment_intents WHERE merchant_id = $1 AND livemode = $2 AND ${among('id')} ORDER BY id DESC`;

const PAYMENTS = `
SELECT intent_id AS id, network, tx, asset, amount, state = 'final' AS is_final FROM florin_data.payments
WHERE merchant_id = $1 AND livemode = $2 AND ${among('intent_id')} AND state <> 'void' ORDER BY intent_id, first_seen_at, tx`;

const INVOICES = `
SELECT payment_intent_id AS id, prefix, number FROM florin_data.invoices
WHERE merchant_id = $1 AND livemode = $2 AND ${among('payment_intent_id')} ORDER BY payment_intent_id, coalesce(corrects, number), kind DESC`;

/** The rows of these intents, newest first. */
export async function readPaymentRows(
  run: Run,
  { merchant, livemode }: Tenancy,
  ids: readonly string[],
): Promise<ExportRow[]> {
  if (ids.length === 0) return [];
  const sorted = ids.toSorted();
  const values = [merchant, livemode, `{${sorted.join(',')}}`, sorted[0], sorted.at(-1)];
  const intents = await run<IntentRow>(INTENTS, values);
  const payments = byIntent(await run<PaymentRow>(PAYMENTS, values));
  const invoices = byIntent(await run<InvoiceRow>(INVOICES, values));
  return intents.map((row) => {
    const exponent = exponentOf(row.currency);
    const paid = payments.get(row.id);
    return {
      id: idFromUuid('pi', row.id),
      created_at: timeText(row.created_at),
      status: row.status,
      total: formatPlain(fiatAmount(row.total_amount), exponent),
      tax: formatPlain(fiatAmount(row.tax_amount), exponent),
      currency: row.currency,
      asset: row.asset,
      amount_due: decimalText(row.crypto_amount),
      amount_received: paid ? receivedText(paid, row.asset) : '0',
      customer_name: nameFrom(row),
      customer_email: row.customer_email,
      order_id: row.order_id,
      networks: paid ? networksText(paid) : null,
      transactions: paid ? paid.map(({ tx }) => tx).join(' ') : null,
      invoice_numbers: invoices.get(row.id)?.map(formatInvoiceNumber).join(' ') ?? null,
      expires_at: timeText(row.expires_at),
    };
  });
}

function byIntent<Row extends { id: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const found = new Map<string, Row[]>();
  for (const row of rows) {
    const others = found.get(row.id);
    if (others) others.push(row);
    else found.set(row.id, [row]);
  }
  return found;
}

/** "2026-11-17 08:30:00.12+00" becomes "2026-11-17T08:30:00.120Z": the day, the time, and the first three decimals. */
const timeText = (text: string): string =>
  `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).slice(0, 3).padEnd(3, '0')}Z`;

/** The database writes every decimal of the scale. */
const decimalText = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);

const networksText = (payments: readonly PaymentRow[]): string =>
  [...new Set(payments.map(({ network }) => network))].sort().join(' ');

function receivedText(payments: readonly PaymentRow[], wanted: string): string {
  const counted = payments.filter(({ is_final, asset }) => is_final && asset === wanted);
  return formatDecimal(sum(counted.map(({ amount }) => parseDecimal(amount))));
}
