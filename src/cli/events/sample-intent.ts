/** The customers and carts of made-up payments. Amounts, tax and rate add up. */
const ADDRESSES = {
  amsterdam: {
    address: 'Keizersgracht 126',
    city: 'Amsterdam',
    state: 'Noord-Holland',
    country: 'NL',
    postal_code: '1015 CW',
  },
  austin: { address: '2210 South Congress Ave', city: 'Austin', state: 'TX', country: 'US', postal_code: '78704' },
};

const SAMPLES = [
  {
    customer: { name: 'Ada Jansen', email: 'ada@example.com', phone_number: '+31 20 555 0100' },
    items: [{ item_id: 'sku_tulip_bulbs', quantity: 2 }],
    total_amount: 12_100,
    tax_percent: 21,
    tax_amount: 2_100,
    crypto_amount_requested: '0.46342 SOL',
    exchange_rate: '1 SOL = $261.10',
    billing_address: ADDRESSES.amsterdam,
    shipping_address: ADDRESSES.amsterdam,
  },
  {
    customer: { name: 'Grace Miller', email: 'grace@example.com', phone_number: '+1 512 555 0142' },
    items: [
      { item_id: 'sku_vase', quantity: 1 },
      { item_id: 'sku_card', quantity: 3 },
    ],
    total_amount: 4_900,
    tax_percent: 0,
    tax_amount: 0,
    crypto_amount_requested: '49 USDC',
    exchange_rate: '1 USDC = $1.00',
    billing_address: ADDRESSES.austin,
    shipping_address: ADDRESSES.austin,
  },
];

/** The body of a create request for a made-up payment: a different one in turn. */
export const sampleIntent = (nowMs: number): object => ({
  ...SAMPLES[nowMs % SAMPLES.length],
  currency_displayed: 'USD',
  order_id: `trigger-${nowMs}`,
  description: 'Made by florin trigger',
  metadata: { source: 'florin trigger' },
});
