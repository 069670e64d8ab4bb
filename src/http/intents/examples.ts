import type { Static } from 'typebox';
import type { IntentId } from '../../domain/ids.ts';
import { openIntent } from '../../domain/intents/intent.ts';
import { DEFAULT_POLICY } from '../../domain/merchants/settings.ts';
import { checkoutUrl } from '../server/addresses.ts';
import { PATH_PARAMETERS } from '../server/path-parameters.ts';
import type { CreateIntentBody } from './create-intent-body.ts';
import { type IntentAnswer, serializeNewIntent } from './present-intent.ts';

const customer = { name: 'Ada Jansen', email: 'ada@example.com', phone_number: '+31 20 555 0100' };

const address = {
  address: 'Keizersgracht 126',
  city: 'Amsterdam',
  state: 'Noord-Holland',
  country: 'NL',
  postal_code: '1015 CW',
};

/** The example requests of the reference. A test sends each of them to a server. */
export const createIntentExamples = {
  integer_tax: {
    summary: 'tax_percent as an integer',
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
    summary: 'tax_percent as a string of digits',
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
    summary: 'All optional fields',
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
} satisfies Record<string, { summary: string; value: Static<typeof CreateIntentBody> }>;

export const EXAMPLE_INTENT_ID = PATH_PARAMETERS.payment_intent_id.example as IntentId;

/** What marks the payer's transaction on Solana. */
export const EXAMPLE_REFERENCE = '82ZJ7nbGpixjeDCmEhUcmwXYfvurzAgGdtSMuHnUgyny';

/** The intent that the first example creates. */
export const exampleOpenIntent = openIntent({
  id: EXAMPLE_INTENT_ID,
  livemode: false,
  nowMs: Date.UTC(2026, 10, 15, 9, 30),
  request: createIntentExamples.integer_tax.value,
  requestBody: JSON.stringify(createIntentExamples.integer_tax.value),
  policy: DEFAULT_POLICY,
});

export const EXAMPLE_CHECKOUT_URL = checkoutUrl(
  'https://pay.example.com',
  PATH_PARAMETERS.public_key.example,
  EXAMPLE_INTENT_ID,
);

/** The same, written by the functions that write real answers. */
export const exampleIntent = JSON.parse(serializeNewIntent(exampleOpenIntent, EXAMPLE_CHECKOUT_URL)) as IntentAnswer;
