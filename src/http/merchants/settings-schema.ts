import { Type } from 'typebox';
import { LIMITS } from '../../domain/limits.ts';
import { closed, nullable } from '../server/shapes.ts';

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
const Logo = Type.String({
  minLength: 1,
  maxLength: Math.ceil(LIMITS.logoBytesMax / 3) * 4,
  pattern: '^[A-Za-z0-9+/]+={0,2}$',
  description: `A PNG, JPEG or WebP picture as base64: at most ${LIMITS.logoBytesMax / 1024} KiB, ${LIMITS.logoPixelsMax} × ${LIMITS.logoPixelsMax} pixels.`,
  'x-expected': `a picture of at most ${LIMITS.logoBytesMax / 1024} KiB as base64`,
});

export const SettingsSchema = Type.Object(
  {
    name: Type.String(),
    logo_url: nullable(Type.String({ description: 'Where the logo lies on this server.' })),
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
    logo: Type.Optional(nullable(Logo)),
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
