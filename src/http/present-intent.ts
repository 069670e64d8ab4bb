import { formatDecimal } from '../domain/decimal.ts';
import type { Intent } from '../domain/intent.ts';
import type { Address, IntentRequest } from '../domain/intent-request.ts';

/**
 * The JSON text of an intent. The request's own text is set in as it is: order, spacing and repeated members of what
 * was sent survive.
 */
export function presentIntent(intent: Intent, checkoutUrl: string): string {
  const request = JSON.parse(intent.requestBody) as IntentRequest;
  const members = JSON.stringify({
    id: intent.id,
    object: 'payment_intent',
    status: intent.status,
    livemode: intent.livemode,
    sequence: intent.sequence,
    created_at: new Date(intent.createdAtMs).toISOString(),
    expires_at: new Date(intent.expiresAtMs).toISOString(),
    customer: {
      name: request.customer.name,
      email: request.customer.email,
      phone_number: request.customer.phone_number,
    },
    total_amount: Number(intent.totalAmount),
    items: request.items.map((item) => ({ item_id: item.item_id, quantity: item.quantity })),
    currency_displayed: intent.currency,
    tax_percent: intent.taxPercent,
    tax_amount: Number(intent.taxAmount),
    crypto_amount_requested: request.crypto_amount_requested,
    exchange_rate: request.exchange_rate,
    asset: intent.asset,
    amount_due: formatDecimal(intent.cryptoAmount),
    billing_address: presentAddress(request.billing_address),
    shipping_address: presentAddress(request.shipping_address),
    metadata: request.metadata ?? {},
    order_id: request.order_id ?? null,
    description: request.description ?? null,
    return_url: request.return_url ?? null,
    cancel_url: request.cancel_url ?? null,
    locale: request.locale ?? null,
    checkout_url: checkoutUrl,
    warnings: intent.warnings,
  });
  return `${members.slice(0, -1)},"request":${intent.requestBody.trim()}}`;
}

const presentAddress = (address: Address): Address => ({
  address: address.address,
  city: address.city,
  state: address.state,
  country: address.country,
  postal_code: address.postal_code,
});
