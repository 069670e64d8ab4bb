import type { IntentId } from '../ids.ts';
import type { Intent } from '../intents/intent.ts';
import type { Address } from '../intents/intent-request.ts';
import type { IntentStatus } from '../intents/intent-status.ts';
import type { Item } from '../items/item.ts';
import { LIMITS } from '../limits.ts';
import { exponentOf } from '../money/currency.ts';
import { formatDecimal } from '../money/decimal.ts';
import { difference, type FiatAmount, fiatAmount, multiply, subtract, sum, ZERO } from '../money/money.ts';

const AMOUNT_MAX = fiatAmount(LIMITS.amountMax);

export interface Seller {
  name: string;
  address: readonly string[];
}

/** A line as it was when the invoice was issued. Later changes to the catalog do not affect it. */
export interface FrozenLine {
  itemId: string;
  name: string;
  quantity: number;
  /** In the intent's currency; undefined if the catalog has no price in that currency. */
  unitAmount: FiatAmount | undefined;
}

/** What is fixed when the invoice is issued. The rest is read from the intent's request, which never changes. */
export interface InvoiceDocument {
  seller: Seller;
  lines: readonly FrozenLine[];
}

export interface IssuedInvoice {
  intentId: IntentId;
  number: number;
  issuedAtMs: number;
  document: InvoiceDocument;
}

export interface InvoicePayment {
  network: string;
  tx: string;
  /** A decimal number, as text. */
  amount: string;
  asset: string;
  at: string;
  state: string;
}

export interface InvoiceLine extends FrozenLine {
  amount: FiatAmount | undefined;
}

export type InvoiceStatus = 'paid' | 'partially_paid' | 'due' | 'canceled' | 'in_review';

export interface Invoice {
  number: string;
  intentId: IntentId;
  issuedAtMs: number;
  status: InvoiceStatus;
  livemode: boolean;
  seller: Seller;
  buyer: { name: string; email: string; billingAddress: Address; shippingAddress: Address };
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

export const formatInvoiceNumber = (number: number): string => `INV-${String(number).padStart(6, '0')}`;

/** Takes names and prices from the catalog as it is now. An unknown item is listed by its ID, without a price. */
export function freezeInvoice(intent: Intent, seller: Seller, catalog: readonly Item[]): InvoiceDocument {
  const known = new Map(catalog.map((item) => [item.itemId, item]));
  const lines = intent.request.items.map(({ item_id: itemId, quantity }) => {
    const item = known.get(itemId);
    // There is no rate to convert a price in another currency.
    const unitAmount = item?.currency === intent.currency ? item.unitAmount : undefined;
    return { itemId, name: item?.name ?? itemId, quantity, unitAmount };
  });
  return { seller, lines };
}

export function buildInvoice(input: {
  intent: Intent;
  issued: IssuedInvoice;
  payments: readonly InvoicePayment[];
  amountReceived: string;
}): Invoice {
  const { intent, issued } = input;
  const { request } = intent;
  const lines = issued.document.lines.map((line) => ({ ...line, amount: amountOf(line) }));
  return {
    number: formatInvoiceNumber(issued.number),
    intentId: intent.id,
    issuedAtMs: issued.issuedAtMs,
    status: STATUS_WORDS[intent.status],
    livemode: intent.livemode,
    seller: issued.document.seller,
    buyer: {
      name: request.customer.name,
      email: request.customer.email,
      billingAddress: request.billing_address,
      shippingAddress: request.shipping_address,
    },
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
