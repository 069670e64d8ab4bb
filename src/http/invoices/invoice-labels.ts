import type { Address } from '../../domain/intents/intent-request.ts';
import type { Buyer, Invoice, InvoicePayment, InvoiceStatus, Seller } from '../../domain/invoices/invoice.ts';
import { formatMoney } from '../../domain/money/format-money.ts';
import { type FiatAmount, subtract, sum, ZERO } from '../../domain/money/money.ts';
import { networkOf } from '../../domain/networks/network.ts';
import { once } from '../../domain/once.ts';
import type { PaymentState } from '../../domain/payments/payment.ts';

/** The page and the PDF share these labels. */
const STATUS_LABELS: Record<InvoiceStatus, string> = {
  paid: 'Paid',
  partially_paid: 'Partially paid',
  due: 'Due',
  canceled: 'Canceled',
  in_review: 'In review',
  credited: 'Credited',
};

export const TITLES: Record<Invoice['kind'], string> = {
  pro_forma: 'Pro forma invoice',
  invoice: 'Invoice',
  credit_note: 'Credit note',
};

/** What a document is called in titles and footers. */
export const nameOf = (invoice: Invoice): string => invoice.number ?? TITLES[invoice.kind];

/** A credit note is final: it has no status that is worth showing. */
export const statusLabel = ({ kind, status }: Invoice): string | undefined =>
  kind === 'credit_note' ? undefined : STATUS_LABELS[status];

/** A sentence below the facts, where the document needs one. */
export function kindNote({ kind, reference }: Invoice): string | undefined {
  if (kind === 'pro_forma')
    return 'This is not an invoice. You receive one with a number when the payment has succeeded.';
  if (!reference) return undefined;
  const { number, issuedAtMs } = reference;
  return kind === 'credit_note'
    ? `This credit note cancels invoice ${number} of ${formatDay(issuedAtMs)}, because its payment was reversed.`
    : `This invoice was canceled by credit note ${number} of ${formatDay(issuedAtMs)}, because its payment was reversed.`;
}

export const TEST_NOTE = 'Test mode: this is not a real invoice. No money has moved.';

const day = once(() => new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }));
const minute = once(
  () => new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }),
);

const formatDay = (ms: number): string => day().format(ms);

/** A time in UTC. Invalid text is returned unchanged. */
export function formatTime(text: string): string {
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? text : minute().format(ms);
}

const countries = once(() => new Intl.DisplayNames('en', { type: 'region', fallback: 'code' }));

/** The name of a country that was sent as its code; any other text is returned unchanged. */
const countryName = (text: string): string => (/^[A-Z]{2}$/.test(text) ? (countries().of(text) ?? text) : text);

/** The lines of a postal address, without empty ones. */
export const addressLines = ({ address, postal_code, city, state, country }: Address): string[] =>
  [address, [postal_code, city].filter(Boolean).join(' '), state, countryName(country)].filter((line) => line !== '');

/** The lines below a name. */
export const sellerLines = ({ address, taxId }: Seller): string[] => [
  ...address,
  ...(taxId === undefined ? [] : [`Tax ID ${taxId}`]),
];

export const billingLines = ({ billingAddress, taxId, email }: Buyer): string[] => [
  ...addressLines(billingAddress),
  ...(taxId === undefined ? [] : [`Tax ID ${taxId}`]),
  email,
];

export const isSameAddress = (a: Address, b: Address): boolean =>
  JSON.stringify(addressLines(a)) === JSON.stringify(addressLines(b));

export const plainAmount = (invoice: Invoice, amount: FiatAmount | undefined): string =>
  amount === undefined ? '–' : formatMoney(amount, invoice.exponent);

export const amountWithCurrency = (invoice: Invoice, amount: FiatAmount): string =>
  `${formatMoney(amount, invoice.exponent)} ${invoice.currency}`;

export interface SumRow {
  label: string;
  value: string;
}

/** The rows above the total. The subtotal is left out if it is unknown. */
export function sumRows(invoice: Invoice): SumRow[] {
  const { subtotal } = invoice;
  return [
    ...(subtotal === undefined ? [] : [{ label: 'Subtotal', value: amountWithCurrency(invoice, subtotal) }]),
    { label: `Tax (${invoice.taxPercent}%)`, value: amountWithCurrency(invoice, invoice.taxAmount) },
  ];
}

/** A note below the lines, if they need one. */
export function linesNote(invoice: Invoice): string | undefined {
  if (invoice.pricesIncludeTax && invoice.taxAmount > ZERO) return 'Prices include tax.';
  const priced = sum(invoice.lines.map(({ amount }) => amount ?? ZERO));
  const isPriced = invoice.lines.every(({ amount }) => amount !== undefined);
  if (!isPriced && priced < subtract(invoice.total, invoice.taxAmount))
    return 'The total includes lines without a price.';
  if (invoice.subtotal === undefined) return 'The lines do not add up to the total. The total applies.';
  return undefined;
}

const PAYMENT_STATES: Record<PaymentState, string> = {
  seen: 'Seen',
  confirmed: 'Confirming',
  final: 'Final',
  void: 'Void',
};

export const networkLabel = ({ network }: InvoicePayment): string => networkOf(network).title;

export const paymentStateLabel = ({ state }: InvoicePayment): string => PAYMENT_STATES[state];

export const cryptoRows = (invoice: Invoice): SumRow[] => [
  { label: 'Amount due', value: `${invoice.amountDue} ${invoice.asset}` },
  { label: 'Amount received', value: `${invoice.amountReceived} ${invoice.asset}` },
  ...(invoice.overpaidBy === '0' ? [] : [{ label: 'Overpaid by', value: `${invoice.overpaidBy} ${invoice.asset}` }]),
  { label: 'Exchange rate', value: invoice.exchangeRate },
];

/** The number, dates and references of an invoice. */
export const factRows = (invoice: Invoice): SumRow[] => [
  ...(invoice.number === undefined ? [] : [{ label: `${TITLES[invoice.kind]} number`, value: invoice.number }]),
  invoice.issuedAtMs === undefined
    ? { label: 'Date', value: formatDay(invoice.createdAtMs) }
    : { label: 'Date of issue', value: formatDay(invoice.issuedAtMs) },
  ...(invoice.orderId === undefined || invoice.orderId === '' ? [] : [{ label: 'Order', value: invoice.orderId }]),
  { label: 'Payment', value: invoice.intentId },
];
