import type { Static } from 'typebox';
import { NETWORKS } from '../../domain/networks/network.ts';
import { EXAMPLE_REFERENCE, exampleIntent } from '../intents/examples.ts';
import { EXAMPLE_ADDRESS } from '../wallets/examples.ts';
import type { CheckoutPayloadSchema } from './checkout-payload-schema.ts';
import type { CheckoutStateSchema } from './checkout-state-schema.ts';
import type { PreparedSchema } from './prepared-schema.ts';

const solana: Static<typeof PreparedSchema> = {
  transaction: 'AQAAAAAAAAAAAAAA',
  network: 'solana',
  chain: 'solana:mainnet',
};

/** A transfer of 12.500123 USDC. */
const evm: Static<typeof PreparedSchema> = {
  call: {
    to: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    value: '0x0',
    data:
      '0xa9059cbb' +
      '000000000000000000000000d8da6bf26964af9d7eed9e03e53415d37aa96045' +
      '0000000000000000000000000000000000000000000000000000000000bebc9b',
  },
  authorization: null,
  add_chain: {
    chainId: '0x2105',
    chainName: 'Base',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: ['https://mainnet.base.org'],
    blockExplorerUrls: ['https://basescan.org'],
  },
  network: 'base',
  chain: 'eip155:8453',
};

/** A prepared transaction as the API returns it. */
export const examplesOfPrepared = {
  solana: { summary: 'On Solana', value: solana },
  evm: { summary: 'On an EVM network', value: evm },
};

const uri = `solana:${EXAMPLE_ADDRESS}?amount=${exampleIntent.amount_due}&reference=${EXAMPLE_REFERENCE}`;

/** A way to pay, as it is both in the state and in the payload. */
const option = {
  network: 'solana-devnet',
  asset: exampleIntent.asset,
  amount: exampleIntent.amount_due,
  exact: false,
  address: EXAMPLE_ADDRESS,
  uri,
  qr: uri,
  manual: { address: EXAMPLE_ADDRESS, amount: '0.463420417' },
  visible: true,
};

/** What a payer sees of the first example request. */
export const exampleState: Static<typeof CheckoutStateSchema> = {
  payment_intent_id: exampleIntent.id,
  status: 'requires_payment',
  sequence: 1,
  livemode: false,
  merchant: { name: 'Jansen Bulbs', logo_url: null, accent_color: '#1a7f5a', support: 'help@shop.example' },
  description: null,
  order_id: null,
  currency: 'USD',
  currency_exponent: 2,
  total_amount: exampleIntent.total_amount,
  tax_amount: exampleIntent.tax_amount,
  tax_percent: exampleIntent.tax_percent,
  items: [{ item_id: 'sku_tulip_bulbs', name: 'Tulip bulbs, 25 pieces', quantity: 2, unit_amount: 5_000 }],
  asset: exampleIntent.asset,
  asset_name: 'Solana',
  exchange_rate: exampleIntent.exchange_rate,
  amount_due: exampleIntent.amount_due,
  amount_received: '0',
  amount_pending: '0',
  amount_remaining: exampleIntent.amount_due,
  overpaid_by: '0',
  payable: true,
  unpayable_reason: null,
  options: [{ ...option, network_name: NETWORKS['solana-devnet'].title, coin: 'SOL', wallet_chain: 'solana:devnet' }],
  options_pending: false,
  confirmations: null,
  receipt: null,
  visibility: 'ok',
  review_cause: null,
  flags: [],
  expires_at: exampleIntent.expires_at,
  server_time: '2026-11-15T09:30:12.000Z',
  return_url: null,
  cancel_url: null,
  locale: null,
};

/** The same as the merchant's server gets it. */
export const examplePayload: Static<typeof CheckoutPayloadSchema> = {
  payment_intent_id: exampleIntent.id,
  html: '<florin-checkout>…</florin-checkout><script type="module" src="…"></script>',
  script_url: 'https://pay.example.com/checkout-assets/checkout-2758926c0fde.js',
  script_integrity: 'sha384-TZTM2KxYFR8vAhyORlghrBQqSzkHcJgBT/Hl5ETeT0vAYMI2t8IYwfTQ/kr9M1s9',
  hosted_url: exampleIntent.checkout_url,
  wallet_uris: [option],
  status: 'requires_payment',
  expires_at: exampleIntent.expires_at,
};
