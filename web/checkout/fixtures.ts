import type { CheckoutState, ReceiptPayment } from './view/state.ts';

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

const evmAddress = '0x8ba1f109551bD432803012645Ac136ddd64DBA72';

/** Many payments share the address, and only the exact amount names this one. The code of a token holds the address. */
function usdcOn(network: string, network_name: string, chainId: number, amount: string) {
  const token = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
  return {
    network,
    network_name,
    coin: 'ETH',
    asset: 'USDC',
    amount,
    exact: true,
    address: evmAddress,
    uri: `ethereum:${token}@${chainId}/transfer?address=${evmAddress}&uint256=${amount.replace('.', '')}`,
    qr: evmAddress,
    manual: { address: evmAddress, amount },
    wallet_chain: `eip155:${chainId}`,
    visible: true,
  };
}

const base = usdcOn('base', 'Base', 8453, '42.840317');

const ether = {
  ...base,
  network: 'ethereum',
  network_name: 'Ethereum',
  asset: 'ETH',
  amount: '0.01712341',
  uri: `ethereum:${evmAddress}@1?value=17123410000000000`,
  qr: `ethereum:${evmAddress}@1?value=17123410000000000`,
  manual: { address: evmAddress, amount: '0.01712341' },
  wallet_chain: 'eip155:1',
};

const awaiting: CheckoutState = {
  payment_intent_id: 'pi_01KA3FQ7GZ8M4N5P6R7S8T9V0W',
  status: 'requires_payment',
  sequence: 1,
  livemode: false,
  merchant: { name: 'Harbor Coffee', logo_url: null, accent_color: null, support: 'help@harbor.example' },
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
  exchange_rate: '1 SOL = $176.66',
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

const usdc: CheckoutState = {
  ...awaiting,
  asset: 'USDC',
  asset_name: 'USD Coin',
  exchange_rate: '1 USDC = $1.00',
  amount_due: '42.84',
  amount_remaining: '42.84',
  options: [base],
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

const tx = '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW';

/** The payment of every receipt. */
export const SAMPLE_PAYMENT: ReceiptPayment = {
  network: 'solana',
  network_name: 'Solana',
  tx,
  explorer_url: `https://explorer.solana.com/tx/${tx}`,
  asset: 'SOL',
  amount: '0.24250318',
};

const paid: CheckoutState = {
  ...awaiting,
  status: 'succeeded',
  sequence: 4,
  amount_received: '0.24250318',
  amount_remaining: '0',
  options: [],
  receipt: { paid_at: '2026-11-15T12:04:31.000Z', payments: [SAMPLE_PAYMENT], more_payments: 0 },
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
  exact_amount: usdc,
  exact_amount_of_coin: {
    ...usdc,
    asset: 'ETH',
    asset_name: 'Ether',
    exchange_rate: '1 ETH = $2,501.84',
    amount_due: '0.0171234',
    amount_remaining: '0.0171234',
    options: [ether],
  },
  several_evm_networks: { ...usdc, options: [base, usdcOn('arbitrum', 'Arbitrum One', 42_161, '42.840523')] },
  /** Every exact amount is in use, so only a signature can name the payment. */
  wallet_only: { ...usdc, options: [{ ...base, amount: '42.84', exact: false, uri: null, qr: null, manual: null }] },
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
  overpaid: {
    ...paid,
    amount_received: '0.3',
    overpaid_by: '0.05749682',
    flags: ['overpaid'],
    receipt: {
      paid_at: '2026-11-15T12:04:31.000Z',
      payments: [{ ...SAMPLE_PAYMENT, amount: '0.3' }],
      more_payments: 0,
    },
  },
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
