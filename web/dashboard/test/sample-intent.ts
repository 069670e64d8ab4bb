import type { TimelineEntry } from '../src/api/generated.ts';
import type { Intent, IntentStatus } from '../src/api/types.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A valid payment intent ID; a larger number is newer. */
function sampleId(number: number): string {
  let rest = number;
  let text = '';
  while (text.length < 8) {
    text = ALPHABET.charAt(rest % 62) + text;
    rest = Math.floor(rest / 62);
  }
  return `pi_034xqa4RjG1R9q${text}`;
}

/** An event in the history of a payment intent. */
export const sampleEntry = (intentId: string, sequence: number, name: string, at: string): TimelineEntry => ({
  id: `evt_${String(sequence).padStart(2, '0')}${intentId.slice(5)}`,
  sequence,
  type: `payment_intent.${name}`,
  at,
  changes: {},
});

const ADDRESS = {
  address: 'Keizersgracht 126',
  city: 'Amsterdam',
  state: 'Noord-Holland',
  country: 'NL',
  postal_code: '1015 CW',
};

const PEOPLE = ['Ada Jansen', 'Grace Okafor', 'Linus Berg', 'Mei Tanaka', 'Omar Haddad', 'Rosa Álvarez'];
const MONEY: [string, number][] = [
  ['USD', 12_100],
  ['EUR', 4_999],
  ['JPY', 15_800],
  ['KWD', 12_345],
  ['HUF', 1_299_000],
];

/** A payment intent in the given status, as the dashboard API returns it. */
export function sampleIntent(number: number, status: IntentStatus, createdAt: Date, baseUrl: string): Intent {
  const id = sampleId(number);
  const name = PEOPLE[number % PEOPLE.length] ?? '';
  const [currency, total] = MONEY[number % MONEY.length] ?? ['USD', 0];
  const due = '0.46342';
  const partial = status === 'partially_paid' || status === 'needs_review';
  const received = status === 'succeeded' ? due : partial ? '0.2' : '0';
  const pending = status === 'processing' ? due : '0';
  const at = (seconds: number) => new Date(createdAt.getTime() + seconds * 1_000).toISOString();
  const paid = received !== '0' || pending !== '0';
  return {
    id,
    object: 'payment_intent',
    status,
    livemode: false,
    sequence: paid ? 3 : 1,
    created_at: at(0),
    expires_at: at(status === 'expired' || status === 'needs_review' ? 60 : 3_600),
    paid_at: status === 'succeeded' ? at(90) : null,
    customer: {
      name,
      email: `${name.split(' ')[0]?.toLowerCase()}@example.com`,
      phone_number: '+31 20 555 0100',
    },
    total_amount: total,
    items: [
      { item_id: 'sku_tulip_bulbs', quantity: 2 },
      { item_id: 'sku_trowel', quantity: 1 },
    ],
    currency_displayed: currency,
    tax_percent: 21,
    tax_amount: Math.round(total * 0.17),
    crypto_amount_requested: `${due} SOL`,
    exchange_rate: '1 SOL = $261.10',
    asset: 'SOL',
    amount_due: due,
    amount_received: received,
    amount_pending: pending,
    amount_remaining: received === due || pending === due ? '0' : partial ? '0.26342' : due,
    overpaid_by: '0',
    tolerance: '0.0023171',
    billing_address: ADDRESS,
    shipping_address: ADDRESS,
    metadata: number % 2 === 0 ? { campaign: 'spring' } : {},
    order_id: number % 4 === 3 ? null : `order-${1000 + number}`,
    description: null,
    return_url: null,
    cancel_url: null,
    locale: null,
    checkout_url: `${baseUrl}/fpk_test_sample/checkout/${id}`,
    warnings:
      number % 5 === 1
        ? [{ code: 'sum_mismatch', pointer: '#/tax_amount', detail: 'The tax is not 21% of the total without tax.' }]
        : [],
    request: {},
    review: status === 'needs_review' ? { cause: 'underpaid', from: 'partially_paid' } : null,
    flags: status === 'needs_review' ? ['late'] : [],
    visibility: 'ok',
    payments: paid
      ? [
          {
            network: 'simulated',
            tx: `sim_${id.slice(3)}9f3c2a7be4d1`,
            index: 0,
            block: pending === '0' ? 184_233 : null,
            block_time: pending === '0' ? at(90) : null,
            confirmations: pending === '0' ? 2 : 1,
            required: 2,
            state: pending === '0' ? 'final' : 'seen',
            void_reason: null,
            amount: paid && pending !== '0' ? pending : received,
            asset: 'SOL',
            tail: '0',
            worth: pending === '0' && status !== 'succeeded' ? 5_222 : total,
            first_seen_at: at(90),
          },
        ]
      : [],
    decision: null,
    targets: [
      {
        network: 'simulated',
        address: `sim1q${id.slice(3).toLowerCase()}`,
        reference: null,
        manual_amount: null,
        assigned_at: at(20),
      },
    ],
    timeline: [
      sampleEntry(id, 1, 'created', at(0)),
      ...(paid
        ? [
            sampleEntry(id, 2, 'processing', at(90)),
            ...(status === 'processing' ? [] : [sampleEntry(id, 3, status, at(95))]),
          ]
        : []),
    ],
  };
}
