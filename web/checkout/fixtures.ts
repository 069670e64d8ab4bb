import type { CheckoutState } from './view/state.ts';

const address = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU';

/** Many payments share the address, so a payment by hand is recognized by its amount. */
function option(amount: string, manualAmount: string) {
  const uri = `solana:${address}?amount=${amount}&reference=9aE476sH92Vz7DMPyq5WLPkrKWivxeuTKEFKd2sZZcde`;
  return {
    network: 'solana',
    network_name: 'Solana',
    asset: 'SOL',
    amount,
    address,
    uri,
    manual: { address, amount: manualAmount },
    wallet_chain: 'solana:mainnet',
    visible: true,
  };
}

/** A network with fewer decimals, so the amount differs slightly. Its address belongs to one payment. */
const simulated = {
  network: 'simulated',
  network_name: 'Simulated network',
  asset: 'SOL',
  amount: '0.2425032',
  address: 'sim13Yw0kQmC5rT7bXz9LdPqE',
  manual: { address: 'sim13Yw0kQmC5rT7bXz9LdPqE', amount: '0.2425032' },
  uri: 'simulated:sim13Yw0kQmC5rT7bXz9LdPqE?amount=0.2425032&asset=SOL',
  wallet_chain: null,
  visible: true,
};

const due = option('0.24250318', '0.24250341');

const awaiting: CheckoutState = {
  payment_intent_id: 'pi_01KA3FQ7GZ8M4N5P6R7S8T9V0W',
  status: 'requires_payment',
  sequence: 1,
  livemode: false,
  merchant: { name: 'Harbor Coffee', logo_url: null, accent_color: null },
  description: 'Beans for November',
  order_id: 'order-1042',
  currency: 'USD',
  currency_exponent: 2,
  total_amount: 4_284,
  tax_amount: 684,
  tax_percent: 19,
  items: [
    { item_id: 'beans-1kg', name: 'House blend, 1 kg', quantity: 2, unit_amount: 1_500 },
    { item_id: 'filter-100', name: 'Paper filters, 100 pieces', quantity: 1, unit_amount: 600 },
  ],
  asset: 'SOL',
  asset_name: 'Solana',
  amount_due: '0.24250318',
  amount_received: '0',
  amount_pending: '0',
  amount_remaining: '0.24250318',
  overpaid_by: '0',
  payable: true,
  unpayable_reason: null,
  options: [due],
  options_pending: false,
  confirmations: null,
  visibility: 'ok',
  review_cause: null,
  flags: [],
  expires_at: '2026-11-15T12:30:00.000Z',
  server_time: '2026-11-15T12:02:00.000Z',
  return_url: 'https://shop.example/thanks',
  cancel_url: 'https://shop.example/basket',
  locale: null,
};

const seen: CheckoutState = {
  ...awaiting,
  status: 'processing',
  sequence: 2,
  amount_pending: '0.24250318',
  amount_remaining: '0',
  options: [],
  confirmations: { count: 0, required: 3 },
};

const paid: CheckoutState = {
  ...awaiting,
  status: 'succeeded',
  sequence: 4,
  amount_received: '0.24250318',
  amount_remaining: '0',
  options: [],
};

const ended: CheckoutState = {
  ...awaiting,
  sequence: 2,
  payable: false,
  options: [],
  server_time: '2026-11-15T12:40:00.000Z',
};

const unpayable: CheckoutState = { ...awaiting, payable: false, options: [] };

/** One state for each screen; `null` is a link that matches no payment intent. */
export const FIXTURES = {
  preparing: { ...awaiting, options: [], options_pending: true },
  awaiting,
  several_networks: {
    ...awaiting,
    options: [due, simulated],
  },
  /** Every amount for payments by hand is in use. */
  no_manual_amount: { ...awaiting, options: [{ ...due, manual: null }] },
  blind_network: { ...awaiting, options: [{ ...due, visible: false }, simulated], visibility: 'delayed' },
  last_minutes: { ...awaiting, server_time: '2026-11-15T12:26:13.000Z' },
  time_up: { ...awaiting, server_time: '2026-11-15T12:30:00.000Z' },
  delayed: { ...awaiting, options: [{ ...due, visible: false }], visibility: 'delayed' },
  seen,
  confirming: { ...seen, sequence: 3, confirmations: { count: 2, required: 3 } },
  confirming_delayed: { ...seen, sequence: 3, confirmations: { count: 1, required: 3 }, visibility: 'delayed' },
  partial: {
    ...awaiting,
    status: 'partially_paid',
    sequence: 3,
    amount_received: '0.1',
    amount_remaining: '0.14250318',
    options: [option('0.14250318', '0.14250329')],
  },
  paid,
  overpaid: { ...paid, amount_received: '0.3', overpaid_by: '0.05749682', flags: ['overpaid'] },
  late: { ...paid, flags: ['late'] },
  expired: { ...ended, status: 'expired' },
  review: {
    ...ended,
    status: 'needs_review',
    amount_received: '0.1',
    review_cause: 'underpaid',
    amount_remaining: '0.14250318',
  },
  review_unmatched: { ...ended, status: 'needs_review', review_cause: 'ambiguous' },
  no_wallet: { ...unpayable, unpayable_reason: 'no_wallet' },
  unknown_asset: { ...unpayable, unpayable_reason: 'unknown_asset' },
  network_not_watched: { ...unpayable, unpayable_reason: 'network_not_watched' },
  canceled: { ...ended, status: 'canceled' },
  unknown: null,
} as const satisfies Record<string, CheckoutState | null>;
