import type { IntentId } from '../ids.ts';
import type { Intent } from '../intents/intent.ts';
import type { Address } from '../intents/intent-request.ts';
import type { IntentStatus } from '../intents/intent-status.ts';
import type { Item } from '../items/item.ts';
import { LIMITS } from '../limits.ts';
import { exponentOf } from '../money/currency.ts';
import { formatDecimal } from '../money/decimal.ts';
import { difference, type FiatAmount, fiatAmount, multiply, subtract, sum, ZERO } from '../money/money.ts';
import type { PaymentState } from '../payments/payment.ts';

const AMOUNT_MAX = fiatAmount(LIMITS.amountMax);

export const CREDIT_NOTE_PREFIX = 'CN-';

export interface Seller {
  name: string;
  address: readonly string[];
  taxId?: string | undefined;
  footer?: string | undefined;
}

export interface Buyer {
  name: string;
  email: string;
  taxId?: string | undefined;
  billingAddress: Address;
  shippingAddress: Address;
}

/** A line as it was when the invoice was issued. Later changes to the catalog do not affect it. */
export interface FrozenLine {
  itemId: string;
  name: string;
  quantity: number;
  /** In the intent's currency; undefined if the catalog has no price in that currency. */
  unitAmount: FiatAmount | undefined;
}

/** What is fixed when the invoice is issued. The rest is read from the intent, where it never changes. */
export interface InvoiceDocument {
  seller: Seller;
  lines: readonly FrozenLine[];
  /** Undefined in what versions issued that took the buyer from the intent. */
  buyer?: Buyer | undefined;
}

export type DocumentKind = 'invoice' | 'credit_note';

/** An invoice for a success of the intent, or the credit note that cancels it because the success was reversed. */
export interface IssuedInvoice {
  kind: DocumentKind;
  intentId: IntentId;
  prefix: string;
  number: number;
  issuedAtMs: number;
  document: InvoiceDocument;
  /** The number of the invoice that a credit note cancels. */
  corrects: number | undefined;
}

/** What a change of an intent issues in its transaction. */
export interface DocumentOrder {
  kind: DocumentKind;
  seller: Seller;
  prefix: string;
}

export interface InvoicePayment {
  network: string;
  tx: string;
  /** A decimal number, as text. */
  amount: string;
  asset: string;
  at: string;
  state: PaymentState;
}

export interface InvoiceLine extends FrozenLine {
  amount: FiatAmount | undefined;
}

export type InvoiceStatus = 'paid' | 'partially_paid' | 'due' | 'canceled' | 'in_review' | 'credited';

/** Another document of the same intent. */
export interface InvoiceReference {
  kind: DocumentKind;
  number: string;
  issuedAtMs: number;
}

export interface Invoice {
  /** Before the payment succeeds, it is a pro forma without a number. */
  kind: DocumentKind | 'pro_forma';
  number: string | undefined;
  intentId: IntentId;
  /** Undefined for a pro forma. */
  issuedAtMs: number | undefined;
  /** When the intent was created. */
  createdAtMs: number;
  /** Of an invoice, the credit note that cancels it; of a credit note, the invoice. */
  reference: InvoiceReference | undefined;
  /** All numbered documents of the intent, the oldest first. */
  documents: readonly InvoiceReference[];
  status: InvoiceStatus;
  livemode: boolean;
  seller: Seller;
  buyer: Buyer;
  currency: string;
  exponent: number;
  lines: readonly InvoiceLine[];
  /** Whether the lines add up to the total with the tax in it. */
  pricesIncludeTax: boolean;
  /** The total without tax; undefined if the lines or the tax percentage contradict it. */
  subtotal: FiatAmount | undefined;
  taxPercent: number;
  taxAmount: FiatAmount;
  total: FiatAmount;
  asset: string;
  amountDue: string;
  amountReceived: string;
  overpaidBy: string;
  exchangeRate: string;
  payments: readonly InvoicePayment[];
  orderId: string | undefined;
  description: string | undefined;
}

const STATUS_WORDS: Record<IntentStatus, InvoiceStatus> = {
  requires_payment: 'due',
  processing: 'due',
  partially_paid: 'partially_paid',
  succeeded: 'paid',
  expired: 'due',
  canceled: 'canceled',
  needs_review: 'in_review',
};

export const formatInvoiceNumber = ({ prefix, number }: Pick<IssuedInvoice, 'prefix' | 'number'>): string =>
  `${prefix}${String(number).padStart(6, '0')}`;

export const buyerOf = ({ request }: Pick<Intent, 'request'>): Buyer => ({
  name: request.customer.name,
  email: request.customer.email,
  taxId: request.metadata?.['tax_id'] || undefined,
  billingAddress: request.billing_address,
  shippingAddress: request.shipping_address,
});

/** Takes names and prices from the catalog as it is now. An unknown item is listed by its ID, without a price. */
export function freezeInvoice(intent: Intent, seller: Seller, catalog: readonly Item[]): InvoiceDocument {
  const known = new Map(catalog.map((item) => [item.itemId, item]));
  const lines = intent.request.items.map(({ item_id: itemId, quantity }) => {
    const item = known.get(itemId);
    // There is no rate to convert a price in another currency.
    const unitAmount = item?.currency === intent.currency ? item.unitAmount : undefined;
    return { itemId, name: item?.name ?? itemId, quantity, unitAmount };
  });
  return { seller, lines, buyer: buyerOf(intent) };
}

const referenceTo = (issued: IssuedInvoice): InvoiceReference => ({
  kind: issued.kind,
  number: formatInvoiceNumber(issued),
  issuedAtMs: issued.issuedAtMs,
});

/** The credit note that cancels an invoice, or the invoice that a credit note cancels. */
const counterpartOf = (one: IssuedInvoice, all: readonly IssuedInvoice[]): IssuedInvoice | undefined =>
  all.find((other) =>
    one.kind === 'invoice'
      ? other.kind === 'credit_note' && other.corrects === one.number
      : other.kind === 'invoice' && other.number === one.corrects,
  );

export function buildInvoice(input: {
  intent: Intent;
  document: InvoiceDocument;
  /** Undefined for a pro forma. */
  issued: IssuedInvoice | undefined;
  /** Every numbered document of the intent, the oldest first. */
  all: readonly IssuedInvoice[];
  payments: readonly InvoicePayment[];
  amountReceived: string;
  overpaidBy: string;
}): Invoice {
  const { intent, issued, document, all } = input;
  const { request } = intent;
  const counterpart = issued && counterpartOf(issued, all);
  const lines = document.lines.map((line) => ({ ...line, amount: amountOf(line) }));
  return {
    kind: issued?.kind ?? 'pro_forma',
    number: issued && formatInvoiceNumber(issued),
    intentId: intent.id,
    issuedAtMs: issued?.issuedAtMs,
    createdAtMs: intent.createdAtMs,
    reference: counterpart && referenceTo(counterpart),
    documents: all.map(referenceTo),
    status: counterpart ? 'credited' : STATUS_WORDS[intent.status],
    livemode: intent.livemode,
    seller: document.seller,
    buyer: document.buyer ?? buyerOf(intent),
    currency: intent.currency,
    exponent: exponentOf(intent.currency),
    lines,
    ...sumUp(lines, intent),
    taxPercent: intent.taxPercent,
    taxAmount: intent.taxAmount,
    total: intent.totalAmount,
    asset: intent.asset,
    amountDue: formatDecimal(intent.cryptoAmount),
    amountReceived: input.amountReceived,
    overpaidBy: input.overpaidBy,
    exchangeRate: request.exchange_rate,
    payments: input.payments,
    orderId: request.order_id,
    description: request.description,
  };
}

/** A line above the largest possible total is shown without an amount: its price must be a mistake. */
function amountOf({ unitAmount, quantity }: FrozenLine): FiatAmount | undefined {
  const amount = unitAmount === undefined ? undefined : multiply(unitAmount, BigInt(quantity));
  return amount !== undefined && amount <= AMOUNT_MAX ? amount : undefined;
}

/**
 * Total and tax are shown as requested. A subtotal is shown only if nothing contradicts it: the lines add up to the total
 * with or without tax, or, if some lines have no price, the others do not exceed the total.
 */
function sumUp(lines: readonly InvoiceLine[], intent: Intent): Pick<Invoice, 'subtotal' | 'pricesIncludeTax'> {
  const { totalAmount: total, taxAmount: tax } = intent;
  const net = subtract(total, tax);
  const priced = sum(lines.map(({ amount }) => amount ?? ZERO));
  const isComplete = lines.every(({ amount }) => amount !== undefined);
  const isTooMuch = lines.some(({ unitAmount, amount }) => unitAmount !== undefined && amount === undefined);
  if (isComplete && priced === net) return { subtotal: net, pricesIncludeTax: false };
  const fits = isComplete ? priced === total : priced <= total && !isTooMuch;
  return {
    subtotal: net >= ZERO && fits && isIncluded(intent) ? net : undefined,
    pricesIncludeTax: isComplete && priced === total,
  };
}

/** Whether the tax amount is the percentage of the net amount, to within one minor unit. */
function isIncluded({ totalAmount, taxAmount, taxPercent }: Intent): boolean {
  const net = subtract(totalAmount, taxAmount);
  return difference(multiply(taxAmount, 100n), multiply(net, BigInt(taxPercent))) <= fiatAmount(100n);
}
