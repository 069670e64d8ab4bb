import type { Item } from '../../api/generated.ts';
import type { IntentInput, PostalAddress } from '../../api/types.ts';
import { exponentOf, parseAmount } from '../../format/money.ts';
import { type PricedLine, readRate, type Sums, sumUp, toCrypto } from '../../format/price-payment.ts';

/** One line of the order, as it was typed. */
export interface LineDraft {
  /** Tells lines apart while they come and go. */
  key: number;
  /** An item of the catalog; null for another item, whose ID and price are typed. */
  item: Item | null;
  itemId: string;
  price: string;
  quantity: string;
}

/** The form of a new payment, as it was typed. */
export interface IntentDraft {
  name: string;
  email: string;
  phone: string;
  lines: LineDraft[];
  currency: string;
  taxPercent: string;
  taxIncluded: boolean;
  asset: string;
  rate: string;
  orderId: string;
  description: string;
  address: PostalAddress;
}

export const EMPTY_ADDRESS: PostalAddress = { address: '', city: '', state: '', country: '', postal_code: '' };

/** What is wrong with a draft, by the pointers that the server uses, and what it adds up to. */
export interface PricedDraft {
  errors: Record<string, string>;
  /** Undefined while an amount is missing or invalid. */
  sums: Sums | undefined;
  /** The amount of the asset, without its code. Undefined while there is no rate, or nothing to pay. */
  crypto: string | undefined;
}

/** Says what is wrong, as far as the server cannot: it gets sums and not what they were made of. */
export function priceDraft(draft: IntentDraft): PricedDraft {
  const errors: Record<string, string> = {};
  if (draft.email.trim() === '') errors['customer/email'] = 'Enter an email address.';
  const lines = draft.lines.map((line, index) => priceLine(line, index, draft.currency, errors));
  const percent = /^\d{1,3}$/.test(draft.taxPercent) ? Number(draft.taxPercent) : null;
  if (percent === null || percent > 100) errors['tax_percent'] = 'Enter a whole number from 0 to 100.';
  const rate = readRate(draft.rate);
  if (rate === null) errors['exchange_rate'] = `Enter the price of 1 ${draft.asset}, such as 84.20.`;
  const isPriced = percent !== null && percent <= 100 && lines.every((line) => line !== null);
  const sums = isPriced ? sumUp(lines, percent, draft.taxIncluded) : undefined;
  const crypto =
    sums && sums.total > 0n && rate !== null ? toCrypto(sums.total, exponentOf(draft.currency), rate) : undefined;
  if (sums && sums.total === 0n) errors['total_amount'] = 'The total must be more than zero.';
  return { errors, sums, crypto };
}

function priceLine(
  line: LineDraft,
  index: number,
  currency: string,
  errors: Record<string, string>,
): PricedLine | null {
  const at = `items/${index}`;
  const quantity = /^\d{1,7}$/.test(line.quantity) ? Number(line.quantity) : 0;
  if (quantity < 1) errors[`${at}/quantity`] = 'Enter a whole number above zero.';
  if (line.item !== null && line.item.currency !== currency) {
    errors[`${at}/item_id`] = `Its price is in ${line.item.currency}, and this payment is in ${currency}.`;
    return null;
  }
  if (line.item === null && line.itemId.trim() === '') errors[`${at}/item_id`] = 'Enter an item ID.';
  const unitAmount = line.item === null ? parseAmount(line.price, currency) : line.item.unit_amount;
  if (unitAmount === null) {
    const decimals = exponentOf(currency);
    errors[`${at}/price`] =
      decimals === 0 ? 'Enter a whole number.' : `Enter a number with up to ${decimals} decimals, such as 60.50.`;
    return null;
  }
  return quantity < 1 ? null : { unitAmount, quantity };
}

/** The request that the API documents. The draft must have been priced. */
export function writeIntent(draft: IntentDraft, sums: Sums, crypto: string): IntentInput {
  const { orderId, description } = draft;
  return {
    customer: { name: draft.name.trim(), email: draft.email.trim(), phone_number: draft.phone.trim() },
    total_amount: Number(sums.total),
    items: draft.lines.map(({ item, itemId, quantity }) => ({
      item_id: item?.item_id ?? itemId.trim(),
      quantity: Number(quantity),
    })),
    currency_displayed: draft.currency,
    tax_percent: Number(draft.taxPercent),
    tax_amount: Number(sums.tax),
    crypto_amount_requested: `${crypto} ${draft.asset}`,
    exchange_rate: `1 ${draft.asset} = ${readRate(draft.rate) ?? ''} ${draft.currency}`,
    billing_address: draft.address,
    shipping_address: draft.address,
    ...(orderId.trim() === '' ? {} : { order_id: orderId.trim() }),
    ...(description.trim() === '' ? {} : { description: description.trim() }),
  };
}
