import { type TSchema, Type } from 'typebox';
import { LIMITS } from '../../domain/limits.ts';

const nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);
const closed = { additionalProperties: false };

const Name = Type.String({
  maxLength: LIMITS.nameLengthMax,
  pattern: '\\S',
  'x-expected': `a name of at most ${LIMITS.nameLengthMax} characters`,
});
const Color = Type.String({ pattern: '^#[0-9a-fA-F]{6}$', 'x-expected': 'a colour such as #1a7f5a' });
const Seconds = Type.Integer({ minimum: 0, maximum: LIMITS.lateSecondsMax });
const ExpiresIn = Type.Integer({
  minimum: LIMITS.expiresInSecondsMin,
  maximum: LIMITS.expiresInSecondsMax,
  description: 'Seconds that an intent stays open where its request does not say.',
});
const Origins = Type.Array(Type.String({ maxLength: LIMITS.urlLengthMax }), {
  maxItems: LIMITS.allowedOriginsMax,
  description: 'Exact origins, such as `https://shop.example.com`.',
});
const LogoUrl = nullable(Type.String({ maxLength: LIMITS.urlLengthMax, description: 'An https address.' }));

export const SettingsSchema = Type.Object(
  {
    name: Type.String(),
    logo_url: LogoUrl,
    accent_color: nullable(Color),
    allowed_origins: Origins,
    expires_in: ExpiresIn,
    tolerance_percent: Type.String({ description: 'A decimal number; the smaller of both tolerances counts.' }),
    tolerance_amount: Type.String({ description: 'A decimal number, of the currency displayed.' }),
    late_policy: Type.Object({ stablecoin_seconds: Seconds, other_seconds: Seconds }, closed),
  },
  { ...closed, title: 'Settings' },
);

/** A decimal number, as text or as a number. */
const Decimal = Type.Union([Type.String({ maxLength: 20 }), Type.Number()], { 'x-expected': 'a decimal number' });

export const SettingsBody = Type.Object(
  {
    name: Type.Optional(Name),
    logo_url: Type.Optional(LogoUrl),
    accent_color: Type.Optional(nullable(Color)),
    allowed_origins: Type.Optional(Origins),
    expires_in: Type.Optional(ExpiresIn),
    tolerance_percent: Type.Optional(Decimal),
    tolerance_amount: Type.Optional(Decimal),
    late_policy: Type.Optional(
      Type.Object({ stablecoin_seconds: Type.Optional(Seconds), other_seconds: Type.Optional(Seconds) }, closed),
    ),
  },
  closed,
);
