import type { IntentId } from '../../domain/ids.ts';
import { openIntent } from '../../domain/intents/intent.ts';
import type { IntentRequest } from '../../domain/intents/intent-request.ts';
import { checkoutUrl } from '../server/addresses.ts';
import { presentNewIntent } from './present-intent.ts';

const customer = { name: 'Ada Jansen', email: 'ada@example.com', phone_number: '+31 20 555 0100' };

const address = {
  address: 'Keizersgracht 126',
  city: 'Amsterdam',
  state: 'Noord-Holland',
  country: 'NL',
  postal_code: '1015 CW',
};

/** The documented requests. A test sends each of them through the server. */
export const createIntentExamples = {
  integer_tax: {
    summary: 'The documented request, with tax_percent as an integer',
    value: {
      customer,
      total_amount: 12_100,
      items: [{ item_id: 'sku_tulip_bulbs', quantity: 2 }],
      currency_displayed: 'USD',
      tax_percent: 21,
      tax_amount: 2_100,
      crypto_amount_requested: '0.46342 SOL',
      exchange_rate: '1 SOL = $261.10',
      billing_address: address,
      shipping_address: address,
    },
  },
  digit_string_tax: {
    summary: 'The same with tax_percent as a string of digits',
    value: {
      customer,
      total_amount: 12_100,
      items: [{ item_id: 'sku_tulip_bulbs', quantity: 2 }],
      currency_displayed: 'USD',
      tax_percent: '21',
      tax_amount: 2_100,
      crypto_amount_requested: '0.46342 SOL',
      exchange_rate: '1 SOL = $261.10',
      billing_address: address,
      shipping_address: address,
    },
  },
  all_options: {
    summary: 'With every optional field',
    value: {
      customer,
      total_amount: 4_990,
      items: [
        { item_id: 'sku_vase', quantity: 1 },
        { item_id: 'sku_card', quantity: 3 },
      ],
      currency_displayed: 'EUR',
      tax_percent: 9,
      tax_amount: 412,
      crypto_amount_requested: '0.00053400 BTC',
      exchange_rate: '1 BTC = 93,450.00 EUR',
      billing_address: address,
      shipping_address: address,
      metadata: { cart: 'c_1881', channel: 'web' },
      order_id: '2026-0042',
      description: 'Vase and three cards',
      return_url: 'https://shop.example/thanks',
      cancel_url: 'https://shop.example/cart',
      expires_in: 1_800,
      locale: 'en',
    },
  },
} as const;

const EXAMPLE_PUBLIC_KEY = 'fpk_test_3YBf0Xgy09FIQMK1U6qtiy';
export const EXAMPLE_INTENT_ID = 'pi_034xq7eOP9ZYU86r8hkeCz' as IntentId;

/** A value for each parameter of a path. */
export const EXAMPLE_PARAMETERS: Readonly<Record<string, string>> = {
  public_key: EXAMPLE_PUBLIC_KEY,
  payment_intent_id: EXAMPLE_INTENT_ID,
  item_id: 'sku_tulip_bulbs',
  wallet_id: 'wal_06TnM4eYd0QZ2kPf8RbXsa',
  transfer_id: 'tr_02HkV9bLq7WcJ5xGt3NzEy',
  mode: 'test',
};

/** The intent that the first example makes, written by the functions that write the real ones. */
export const exampleIntent = JSON.parse(
  presentNewIntent(
    openIntent({
      id: EXAMPLE_INTENT_ID,
      livemode: false,
      nowMs: Date.UTC(2026, 10, 15, 9, 30),
      request: createIntentExamples.integer_tax.value as unknown as IntentRequest,
      requestBody: JSON.stringify(createIntentExamples.integer_tax.value),
    }),
    checkoutUrl('https://pay.example.com', EXAMPLE_PUBLIC_KEY, EXAMPLE_INTENT_ID),
  ),
) as Record<string, unknown>;
