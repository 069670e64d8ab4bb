import { idFromUuid } from '../../domain/ids.ts';
import { amountsOf } from '../../domain/intents/amounts.ts';
import type { IntentStatus } from '../../domain/intents/intent-status.ts';
import { paidAtMs } from '../../domain/intents/paid-at.ts';
import { formatInvoiceNumber } from '../../domain/invoices/invoice.ts';
import { exponentOf } from '../../domain/money/currency.ts';
import { formatDecimal, parseDecimal } from '../../domain/money/decimal.ts';
import { formatPlain } from '../../domain/money/format-money.ts';
import { fiatAmount, ZERO } from '../../domain/money/money.ts';
import { isVoid, type PaymentState } from '../../domain/payments/payment.ts';
import type { ExportRow } from '../../ports/exports.ts';
import type { Run } from '../database/database.ts';
import type { Tenancy } from '../intents/change-intent.ts';
import { CUSTOMER_NAME, EXCHANGE_RATE, nameFrom } from '../searches/read-searchable.ts';
import { readSentText } from '../searches/read-sent-text.ts';
import { among, valuesAmong } from './among.ts';

interface IntentRow {
  id: string;
  created_at: string;
  expires_at: string;
  status: IntentStatus;
  total_amount: string;
  tax_amount: string;
  currency: string;
  asset: string;
  crypto_amount: string;
  customer_email: string;
  customer_name: string | null;
  sent_body: string | null;
  order_id: string | null;
  exchange_rate: string | null;
  flags: string[];
  decided_at_ms: number | null;
}

interface PaymentRow {
  id: string;
  network: string;
  tx: string;
  asset: string;
  amount: string;
  tail: string;
  state: PaymentState;
  at_ms: number;
}

interface TargetRow {
  id: string;
  network: string;
  decimals: number;
}

interface InvoiceRow {
  id: string;
  prefix: string;
  number: number;
}

const INTENTS = `
SELECT id, created_at::text, expires_at::text, status, total_amount, tax_amount, currency, asset, crypto_amount,
  customer_email, ${CUSTOMER_NAME}, order_id, ${EXCHANGE_RATE}, flags,
  CASE WHEN decision IS NOT NULL THEN (extract(epoch FROM decided_at) * 1000)::float8 END AS decided_at_ms
FROM florin_data.payment_intents WHERE merchant_id = $1 AND livemode = $2 AND ${among('id')} ORDER BY id DESC`;

const PAYMENTS = `
SELECT intent_id AS id, network, tx, asset, amount, tail, state,
  (extract(epoch FROM coalesce(block_time, first_seen_at)) * 1000)::float8 AS at_ms FROM florin_data.payments
WHERE merchant_id = $1 AND livemode = $2 AND ${among('intent_id')} ORDER BY intent_id, first_seen_at, tx`;

const TARGETS = `
SELECT intent_id AS id, network, decimals FROM florin_data.targets
WHERE merchant_id = $1 AND livemode = $2 AND ${among('intent_id')}`;

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
  const values = [merchant, livemode, ...valuesAmong(ids)];
  const intents = await run<IntentRow>(INTENTS, values);
  const payments = byIntent((await run<PaymentRow>(PAYMENTS, values)).map(readPayment));
  const invoices = byIntent(await run<InvoiceRow>(INVOICES, values));
  const moreThanDue = intents.filter((row) => amountsOfRow(row, payments.get(row.id)).overpaidBy > ZERO);
  const targets = byIntent(
    moreThanDue.length === 0
      ? []
      : await run<TargetRow>(TARGETS, [merchant, livemode, ...valuesAmong(moreThanDue.map(({ id }) => id))]),
  );
  return intents.map((row) => {
    const exponent = exponentOf(row.currency);
    const known = payments.get(row.id);
    const { received, overpaidBy } = amountsOfRow(row, known, targets.get(row.id));
    const paid = known?.filter((payment) => !isVoid(payment));
    return {
      id: idFromUuid('pi', row.id),
      created_at: timeText(row.created_at),
      status: row.status,
      total: formatPlain(fiatAmount(row.total_amount), exponent),
      tax: formatPlain(fiatAmount(row.tax_amount), exponent),
      currency: row.currency,
      asset: row.asset,
      amount_due: decimalText(row.crypto_amount),
      amount_received: formatDecimal(received),
      customer_name: nameFrom(row),
      customer_email: row.customer_email,
      order_id: row.order_id,
      networks: paid ? networksText(paid) || null : null,
      transactions: paid ? paid.map(({ tx }) => tx).join(' ') || null : null,
      invoice_numbers: invoices.get(row.id)?.map(formatInvoiceNumber).join(' ') ?? null,
      expires_at: timeText(row.expires_at),
      paid_at: paidAtText(row, known),
      exchange_rate: rateFrom(row),
      flags: row.flags.join(' ') || null,
      overpaid_by: formatDecimal(overpaidBy),
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

const networksText = (payments: readonly ExportedPayment[]): string =>
  [...new Set(payments.map(({ network }) => network))].sort().join(' ');

type ExportedPayment = ReturnType<typeof readPayment>;

const readPayment = (row: PaymentRow) => ({
  id: row.id,
  network: row.network,
  tx: row.tx,
  asset: row.asset,
  amount: parseDecimal(row.amount),
  tail: parseDecimal(row.tail),
  state: row.state,
  firstSeenAtMs: row.at_ms,
});

/** Without its targets, every excess counts. They are read only where there is some. */
const amountsOfRow = (
  { asset, crypto_amount }: IntentRow,
  payments: readonly ExportedPayment[] = [],
  targets: readonly TargetRow[] = [],
) => amountsOf({ asset, cryptoAmount: parseDecimal(crypto_amount), payments, targets });

function paidAtText(
  { status, asset, crypto_amount: due, decided_at_ms: atMs }: IntentRow,
  payments: readonly ExportedPayment[] = [],
): string | null {
  const paidMs = paidAtMs({
    status,
    asset,
    cryptoAmount: parseDecimal(due),
    payments,
    decision: atMs === null ? undefined : { atMs },
  });
  return paidMs === undefined ? null : new Date(paidMs).toISOString();
}

const rateFrom = ({ sent_body, exchange_rate }: IntentRow): string | null =>
  sent_body === null ? exchange_rate : readSentText(sent_body, 'exchange_rate', (request) => request.exchange_rate);
