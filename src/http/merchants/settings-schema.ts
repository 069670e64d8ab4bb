import { Type } from 'typebox';
import { LIMITS } from '../../domain/limits.ts';
import { closed, nullable } from '../server/shapes.ts';

const Name = Type.String({
  maxLength: LIMITS.nameLengthMax,
  pattern: '\\S',
  'x-expected': `a name of at most ${LIMITS.nameLengthMax} characters`,
});
const Color = Type.String({ pattern: '^#[0-9a-fA-F]{6}$', 'x-expected': 'a color such as #1a7f5a' });
const Seconds = Type.Integer({ minimum: 0, maximum: LIMITS.lateSecondsMax });
const ExpiresIn = Type.Integer({
  minimum: LIMITS.expiresInSecondsMin,
  maximum: LIMITS.expiresInSecondsMax,
  description: 'Seconds until a payment intent expires, unless its request sets `expires_in`.',
});
const Origins = Type.Array(Type.String({ maxLength: LIMITS.urlLengthMax }), {
  maxItems: LIMITS.allowedOriginsMax,
  description: 'The origins that may embed the checkout, such as `https://shop.example.com`.',
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
    name: Type.String(),
    logo_url: nullable(Type.String({ description: 'The URL of the logo.' })),
    accent_color: nullable(Color),
    allowed_origins: Origins,
    expires_in: ExpiresIn,
    tolerance_percent: Type.String({
      description: `The accepted underpayment in percent, at most ${LIMITS.tolerancePercentMax}. The smaller of the two tolerances applies.`,
    }),
    tolerance_amount: Type.String({ description: 'The accepted underpayment in the displayed currency.' }),
    late_policy: Type.Object({ stablecoin_seconds: Seconds, other_seconds: Seconds }, closed),
    log_bodies: Type.Object(
      { test: Type.Boolean(), live: Type.Boolean() },
      {
        ...closed,
        description:
          `Whether the request log keeps the first ${LIMITS.requestLogBodyBytesMax / 1024} KiB of request and response ` +
          'bodies, in each mode. They can contain personal data.',
      },
    ),
  },
  { ...closed, title: 'Settings' },
);

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
    log_bodies: Type.Optional(
      Type.Object({ test: Type.Optional(Type.Boolean()), live: Type.Optional(Type.Boolean()) }, closed),
    ),
  },
  closed,
);
