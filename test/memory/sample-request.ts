import type { IntentRequest } from '../../src/domain/intents/intent-request.ts';

const address = { address: '1 Main Street', city: 'Springfield', state: 'IL', country: 'US', postal_code: '62701' };

/** A request that asks for this much of an asset, at 100 dollars for one of it, with the total that fits. */
export function sampleRequest(due: string, more: Partial<IntentRequest> = {}): IntentRequest {
  const [amount, asset] = due.split(' ');
  return {
    customer: { name: 'Ada', email: 'ada@example.com', phone_number: '' },
    total_amount: Math.round(Number(amount) * 10_000),
    items: [{ item_id: 'mug', quantity: 2 }],
    currency_displayed: 'USD',
    tax_percent: 0,
    tax_amount: 0,
    crypto_amount_requested: due,
    exchange_rate: `1 ${asset} = $100`,
    billing_address: address,
    shipping_address: address,
    ...more,
  };
}
