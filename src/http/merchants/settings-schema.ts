import { Type } from 'typebox';
import { LIMITS } from '../../domain/limits.ts';
import { closed, nullable } from '../server/shapes.ts';
import { whenEmpty } from '../server/when-empty.ts';

const Name = whenEmpty(
  'Enter a business name.',
  Type.String({
    maxLength: LIMITS.nameLengthMax,
    pattern: '\\S',
    description: 'The name that payers see.',
    'x-expected': `a name of at most ${LIMITS.nameLengthMax} characters`,
  }),
);
const Color = Type.String({
  pattern: '^#[0-9a-fA-F]{6}$',
  description: 'The color of buttons on the checkout.',
  'x-expected': 'a color such as #1a7f5a',
});
const Support = Type.String({
  minLength: 1,
  maxLength: LIMITS.supportLengthMax,
  description: 'Whom payers contact: an email address or an https URL. The checkout links to it.',
  'x-expected': `an email address or an https URL of at most ${LIMITS.supportLengthMax} characters`,
});
const Seconds = (assets: string) =>
  Type.Integer({
    minimum: 0,
    maximum: LIMITS.lateSecondsMax,
    description: `How many seconds after the expiry a payment in ${assets} still counts.`,
  });
const latePolicy = { stablecoin_seconds: Seconds('a stablecoin'), other_seconds: Seconds('another asset') };
const LATE_POLICY = 'How long after their expiry payment intents still accept money.';
const logBodies = {
  test: Type.Boolean({ description: 'Whether they are kept in test mode.' }),
  live: Type.Boolean({ description: 'Whether they are kept in live mode.' }),
};
const LOG_BODIES =
  `Whether the request log keeps the first ${LIMITS.requestLogBodyBytesMax / 1024} KiB of request and response ` +
  'bodies, in each mode. They can contain personal data.';
const TOLERANCE_PERCENT =
  `The accepted underpayment in percent, at most ${LIMITS.tolerancePercentMax}. The smaller of the two tolerances ` +
  'applies.';
const TOLERANCE_AMOUNT = 'The accepted underpayment in the displayed currency.';
const ExpiresIn = Type.Integer({
  minimum: LIMITS.expiresInSecondsMin,
  maximum: LIMITS.expiresInSecondsMax,
  description: 'Seconds until a payment intent expires, unless its request sets `expires_in`.',
});
const Origins = Type.Array(Type.String({ maxLength: LIMITS.urlLengthMax }), {
  maxItems: LIMITS.allowedOriginsMax,
  description: 'The origins that may embed the checkout, such as `https://shop.example.com`.',
});
const LegalName = Type.String({
  maxLength: LIMITS.nameLengthMax,
  description: 'The name of the seller on invoices. Null if it is `name`.',
});
const Address = Type.Array(Type.String({ maxLength: LIMITS.sellerAddressLineLengthMax }), {
  maxItems: LIMITS.sellerAddressLinesMax,
  description: 'The lines of the seller’s address on invoices.',
});
const TaxId = Type.String({
  maxLength: LIMITS.taxIdLengthMax,
  description: 'The seller’s tax ID on invoices, such as a VAT number.',
});
const Prefix = Type.String({
  maxLength: LIMITS.invoicePrefixLengthMax,
  pattern: '^[A-Za-z0-9._/-]*$',
  description: 'The beginning of the numbers of new invoices. `CN-` is for credit notes.',
  'x-expected': `at most ${LIMITS.invoicePrefixLengthMax} letters, digits or any of . _ / -`,
});
const Footer = Type.String({
  maxLength: LIMITS.invoiceFooterLengthMax,
  description: 'A text at the end of invoices, such as bank details or a legal notice.',
});
const Logo = Type.String({
  minLength: 1,
  maxLength: Math.ceil(LIMITS.logoBytesMax / 3) * 4,
  pattern: '^[A-Za-z0-9+/]+={0,2}$',
  description: `A PNG, JPEG or WebP image in base64, at most ${LIMITS.logoBytesMax / 1024} KiB and ${LIMITS.logoPixelsMax} × ${LIMITS.logoPixelsMax} pixels.`,
  'x-expected': `an image of at most ${LIMITS.logoBytesMax / 1024} KiB in base64`,
});

export const SettingsSchema = Type.Object(
  {
    name: Type.String({ description: 'The name that payers see.' }),
    logo_url: nullable(Type.String({ description: 'The URL of the logo.' })),
    accent_color: nullable(Color),
    support: nullable(Support),
    allowed_origins: Origins,
    expires_in: ExpiresIn,
    tolerance_percent: Type.String({ description: TOLERANCE_PERCENT }),
    tolerance_amount: Type.String({ description: TOLERANCE_AMOUNT }),
    late_policy: Type.Object(latePolicy, { ...closed, description: LATE_POLICY }),
    log_bodies: Type.Object(logBodies, { ...closed, description: LOG_BODIES }),
    legal_name: nullable(LegalName),
    address: Address,
    tax_id: nullable(TaxId),
    invoice_prefix: Prefix,
    invoice_footer: nullable(Footer),
  },
  { ...closed, title: 'Settings' },
);

const Decimal = (description: string) =>
  Type.Union([Type.String({ maxLength: 20 }), Type.Number()], { description, 'x-expected': 'a decimal number' });

/** What a payer sees of the settings. */
export const PreviewBody = Type.Object(
  {
    name: Type.Optional(Name),
    logo: Type.Optional(nullable(Logo)),
    accent_color: Type.Optional(nullable(Color)),
    support: Type.Optional(nullable(Support)),
  },
  closed,
);

export const SettingsBody = Type.Object(
  {
    name: Type.Optional(Name),
    logo: Type.Optional(nullable(Logo)),
    accent_color: Type.Optional(nullable(Color)),
    support: Type.Optional(nullable(Support)),
    allowed_origins: Type.Optional(Origins),
    expires_in: Type.Optional(ExpiresIn),
    tolerance_percent: Type.Optional(Decimal(TOLERANCE_PERCENT)),
    tolerance_amount: Type.Optional(Decimal(TOLERANCE_AMOUNT)),
    late_policy: Type.Optional(Type.Partial(Type.Object(latePolicy), { ...closed, description: LATE_POLICY })),
    log_bodies: Type.Optional(Type.Partial(Type.Object(logBodies), { ...closed, description: LOG_BODIES })),
    legal_name: Type.Optional(nullable(LegalName)),
    address: Type.Optional(Address),
    tax_id: Type.Optional(nullable(TaxId)),
    invoice_prefix: Type.Optional(Prefix),
    invoice_footer: Type.Optional(nullable(Footer)),
  },
  closed,
);
