import { Type } from 'typebox';
import { LIMITS } from '../../domain/limits.ts';
import { CRYPTO_AMOUNT_PATTERN } from '../../domain/money/crypto-amount.ts';
import { EXCHANGE_RATE_PATTERN } from '../../domain/money/exchange-rate.ts';

const text = (maxLength: number, description: string) =>
  Type.String({ maxLength, description, 'x-may-be-empty': true });

const Address = (title: string) =>
  Type.Object(
    {
      address: text(LIMITS.addressLengthMax, 'Street and number.'),
      city: text(LIMITS.cityLengthMax, 'City.'),
      state: text(LIMITS.stateLengthMax, 'State, province or region.'),
      country: text(LIMITS.countryLengthMax, 'Country name or code.'),
      postal_code: text(LIMITS.postalCodeLengthMax, 'Postal code.'),
    },
    { description: title },
  );

const Amount = (description: string) =>
  Type.Integer({ minimum: 0, maximum: LIMITS.amountMax, description, 'x-currency': '/currency_displayed' });

const HttpUrl = (description: string) =>
  Type.String({
    maxLength: LIMITS.urlLengthMax,
    pattern: '^[hH][tT][tT][pP][sS]?://[^\\s]+$',
    description,
    'x-expected': `an http or https URL of at most ${LIMITS.urlLengthMax} characters`,
  });

/** The body of the create request. The schema validates, types and documents it. */
export const CreateIntentBody = Type.Object(
  {
    customer: Type.Object(
      {
        name: text(LIMITS.nameLengthMax, 'Full name.'),
        email: Type.String({
          maxLength: LIMITS.emailLengthMax,
          pattern: '^[^\\s@]+@[^\\s@]+$',
          description: 'Email address.',
          'x-expected': `an email address of at most ${LIMITS.emailLengthMax} characters`,
        }),
        phone_number: text(LIMITS.phoneLengthMax, 'Phone number.'),
      },
      { description: 'Customer details.' },
    ),
    total_amount: Amount('The total, in the smallest unit of the currency, such as cents.'),
    items: Type.Array(
      Type.Object({
        item_id: Type.String({
          minLength: 1,
          maxLength: LIMITS.itemIdLengthMax,
          description: 'The item’s ID.',
        }),
        quantity: Type.Integer({ minimum: 1, maximum: LIMITS.quantityMax, description: 'The quantity.' }),
      }),
      { minItems: 1, maxItems: LIMITS.itemsMax, description: 'The items that the customer buys.' },
    ),
    currency_displayed: Type.String({
      pattern: '^[A-Za-z0-9]{3,12}$',
      description: 'The currency code shown on the checkout. Stored in upper case.',
      'x-expected': 'a currency code of 3 to 12 letters or digits, such as "USD"',
    }),
    tax_percent: Type.Union(
      [
        Type.Integer({ minimum: 0, maximum: LIMITS.taxPercentMax }),
        Type.String({ pattern: '^0{0,2}(100|[0-9]{1,2})$', description: 'The percentage as a string of digits.' }),
      ],
      {
        description:
          'The tax percentage, as an integer or a string of digits. For 8.25%, send 8 and the exact tax in `tax_amount`; the ' +
          'warning `tax_amount_off` says that they differ.',
        'x-expected': `a whole number from 0 to ${LIMITS.taxPercentMax}, as a number or a string of digits`,
      },
    ),
    tax_amount: Amount('The tax, in the smallest unit of the currency.'),
    crypto_amount_requested: Type.String({
      pattern: CRYPTO_AMOUNT_PATTERN,
      description:
        'The cryptocurrency amount, as `<decimal amount> <asset code>`. More than zero, with at most 18 decimals.',
      'x-expected': 'an amount above zero with at most 18 decimals, a space and an asset code, such as "0.00025 SOL"',
    }),
    exchange_rate: Type.String({
      maxLength: 100,
      pattern: EXCHANGE_RATE_PATTERN,
      description:
        'The exchange rate, as `1 <asset code> = $<fiat amount>`. Thousands separators, other currency symbols and ISO ' +
        'codes also work: `1 BTC = 98,114.20 USD`.',
      'x-expected': 'a rate such as "1 SOL = $261.10"',
    }),
    billing_address: Address('Billing address.'),
    shipping_address: Address('Shipping address.'),
    metadata: Type.Optional(
      Type.Unsafe<Record<string, string>>({
        type: 'object',
        maxProperties: LIMITS.metadataKeysMax,
        propertyNames: { maxLength: LIMITS.metadataKeyLengthMax },
        additionalProperties: { type: 'string', maxLength: LIMITS.metadataValueLengthMax },
        description: `Your own strings, under up to ${LIMITS.metadataKeysMax} keys of at most ${LIMITS.metadataKeyLengthMax} characters. Payers do not see them, except \`tax_id\`, which is printed on the invoice.`,
        'x-expected': `an object of strings, with at most ${LIMITS.metadataKeysMax} keys of at most ${LIMITS.metadataKeyLengthMax} characters`,
      }),
    ),
    order_id: Type.Optional(
      text(LIMITS.orderIdLengthMax, 'Your order ID. Shown on the checkout and the invoice, and you can search for it.'),
    ),
    description: Type.Optional(text(LIMITS.descriptionLengthMax, 'A description that the payer sees.')),
    return_url: Type.Optional(
      HttpUrl(
        'The URL that the payer returns to after the payment. Nothing is added to it. Put your order ID in it, and read the ' +
          'status of the payment intent on your server: a request to this URL proves no payment.',
      ),
    ),
    cancel_url: Type.Optional(HttpUrl('The URL that the payer returns to without paying. Nothing is added to it.')),
    expires_in: Type.Optional(
      Type.Integer({
        minimum: LIMITS.expiresInSecondsMin,
        maximum: LIMITS.expiresInSecondsMax,
        description: `Seconds until the payment intent expires. By default, the payment window in Settings, which is ${LIMITS.expiresInSecondsDefault} unless you change it.`,
      }),
    ),
    locale: Type.Optional(
      Type.String({
        maxLength: LIMITS.localeLengthMax,
        pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$',
        description: 'The language of the checkout, such as `en` or `ar-EG`.',
        'x-expected': 'a language tag such as "en" or "ar-EG"',
      }),
    ),
  },
  { description: 'Unknown fields are stored with the request and have no effect.' },
);
