import type { Meaning } from '../meaning.ts';

/** The warnings of a payment intent. To correct one, the merchant creates another payment intent. */
export const INTENT_WARNINGS = {
  zero_total: {
    meaning: 'The total is 0. The amount in crypto is due all the same.',
    fix: 'Send `total_amount` in the smallest unit of the currency, such as cents.',
  },
  tax_exceeds_total: {
    meaning: 'The tax is larger than the total.',
    fix: 'Send both in the smallest unit of the currency.',
  },
  tax_amount_off: {
    meaning: 'The tax is not `tax_percent` of the total, neither included in it nor added to it.',
    fix: 'Correct one of them. For a tax rate with decimals, ignore it.',
  },
  exchange_rate_zero: {
    meaning: 'The exchange rate is 0, so the total cannot be compared with the amount in crypto.',
    fix: 'Send the rate with which you computed the amount in crypto.',
  },
  crypto_amount_off: {
    meaning:
      'At this exchange rate, the amount in crypto differs from the total by more than 1%. It is due all the same.',
    fix: 'Check how you round both, and how many decimals the currency has.',
  },
  unknown_currency: {
    meaning: 'The currency is not in ISO 4217. Its amounts are read with 2 decimals.',
    fix: 'Send a code that `GET /currencies` lists.',
  },
  currency_mismatch: {
    meaning: 'The exchange rate is in another currency than `currency_displayed`.',
    fix: 'Send the rate in the currency of the total.',
  },
  asset_mismatch: {
    meaning: 'The exchange rate is for another asset than `crypto_amount_requested`.',
    fix: 'Send the rate of the asset that is paid with.',
  },
  unknown_asset: {
    meaning: 'The server does not support the asset, so nobody can pay.',
    fix: 'Ask for an asset that `GET /assets` lists.',
  },
  no_wallet: {
    meaning: 'None of your wallets accepts the asset, so nobody can pay yet.',
    fix: 'Add a wallet. Then payers can pay this payment intent, too.',
  },
  no_free_amount: {
    meaning:
      'Too many open payment intents ask for this amount on a network, so this one cannot be paid there. It can appear ' +
      'after the creation, when a payer opens the checkout.',
    fix: 'Accept more networks, or add an extended key as the wallet: then each payment has its own address.',
  },
  unknown_member: {
    meaning: 'A field is unknown and has no effect, and another one was probably meant.',
    fix: 'Send what `detail` suggests.',
  },
} as const satisfies Record<string, Meaning>;

export type IntentWarningCode = keyof typeof INTENT_WARNINGS;
