import type { Address, IntentRequest } from '../intents/intent-request.ts';
import type { IntentStatus } from '../intents/intent-status.ts';
import type { Buyer } from '../invoices/invoice.ts';

const ERASED = 'Erased';
/** No address ends with this domain, so nobody gets email that is sent to it. */
export const ERASED_EMAIL = 'erased@erased.invalid';

const customer = { name: ERASED, email: ERASED_EMAIL, phone_number: '' };
const address: Address = { address: '', city: '', state: '', country: '', postal_code: '' };

/** Whether nobody is expected to pay or to decide anymore, so that nobody needs to know who the customer is. */
export const isErasable = (status: IntentStatus): boolean =>
  status === 'succeeded' || status === 'canceled' || status === 'expired';

export const ERASED_BUYER: Buyer = {
  name: ERASED,
  email: ERASED_EMAIL,
  billingAddress: address,
  shippingAddress: address,
};

/**
 * The request without personal data. What the server does not read, the metadata and the description can say anything, so they
 * are left out.
 */
export const eraseRequest = (request: IntentRequest): IntentRequest => ({
  customer,
  total_amount: request.total_amount,
  items: request.items.map(({ item_id, quantity }) => ({ item_id, quantity })),
  currency_displayed: request.currency_displayed,
  tax_percent: request.tax_percent,
  tax_amount: request.tax_amount,
  crypto_amount_requested: request.crypto_amount_requested,
  exchange_rate: request.exchange_rate,
  billing_address: address,
  shipping_address: address,
  ...(request.order_id === undefined ? {} : { order_id: request.order_id }),
  ...(request.expires_in === undefined ? {} : { expires_in: request.expires_in }),
});

/** An intent as it was shown, without personal data. */
export function eraseShown(shown: Record<string, unknown>, request: IntentRequest): Record<string, unknown> {
  if (!('customer' in shown)) return shown;
  const erased = { customer, billing_address: address, shipping_address: address, metadata: {}, description: null };
  return { ...shown, ...erased, return_url: null, cancel_url: null, ...('request' in shown ? { request } : {}) };
}
