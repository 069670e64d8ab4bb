import { Type } from 'typebox';
import { LIMITS } from '../../domain/limits.ts';
import { closed, nullable, Time } from '../server/shapes.ts';
import { whenEmpty } from '../server/when-empty.ts';
import { PasskeyResponse, Password } from './session-schema.ts';

const PasskeyName = whenEmpty(
  'Enter a name for the passkey.',
  Type.String({
    maxLength: LIMITS.passkeyNameLengthMax,
    pattern: '\\S',
    description: 'What the user calls the passkey.',
    'x-expected': `a name of at most ${LIMITS.passkeyNameLengthMax} characters`,
  }),
);

export const PasskeySchema = Type.Object(
  {
    id: Type.String({ pattern: '^psk_[0-9A-Za-z]{22}$', description: 'The passkey’s ID.' }),
    name: Type.String({ description: 'What the user calls the passkey.' }),
    created_at: Time('When it was added.'),
    last_used_at: nullable(Time('When it was last used. Null if it never was.')),
  },
  { ...closed, title: 'Passkey' },
);

const TrustedDeviceSchema = Type.Object(
  {
    id: Type.String({ pattern: '^dev_[0-9A-Za-z]{22}$', description: 'The device’s ID.' }),
    created_at: Time('Since when it is trusted.'),
    expires_at: Time('Until when it is trusted.'),
    address: Type.String({ description: 'The IP address that it was trusted from.' }),
    user_agent: Type.String({ description: 'What the browser called itself.' }),
  },
  { ...closed, title: 'TrustedDevice' },
);

export const SecuritySchema = Type.Object(
  {
    totp: Type.Boolean({ description: 'Whether an authenticator app is set up.' }),
    passkeys: Type.Array(PasskeySchema, { description: 'The user’s passkeys, oldest first.' }),
    passkeys_available: Type.Boolean({
      description: 'Whether this server can use passkeys. They need a host name in FLORIN_BASE_URL, not an IP address.',
    }),
    recovery_codes_left: Type.Integer({ description: 'How many recovery codes have not been used.' }),
    trusted_devices: Type.Array(TrustedDeviceSchema, {
      description: 'Devices that skip the second factor, newest first.',
    }),
  },
  { ...closed, title: 'Security' },
);

const OwnPassword = Type.Optional(
  Type.String({
    maxLength: LIMITS.passwordSentLengthMax,
    description: 'The password of the signed-in user. Required.',
  }),
);

export const PasswordBody = Type.Object({ password: OwnPassword }, closed);

export const ChangePasswordBody = Type.Object({ password: OwnPassword, new_password: Password }, closed);

export const TotpOfferSchema = Type.Object(
  {
    secret: Type.String({ description: 'The secret, for apps without a camera. It is shown only once.' }),
    uri: Type.String({ description: 'What the QR code contains.' }),
  },
  { ...closed, title: 'TotpOffer' },
);

export const CodeBody = Type.Object(
  { code: Type.String({ maxLength: 40, description: 'A code of the authenticator app.' }) },
  closed,
);

const RecoveryCodes = Type.Array(Type.String({ description: 'A code that works once.' }), {
  description: 'New recovery codes, shown only once. Empty if the user already has some.',
});

export const RecoveryCodesSchema = Type.Object(
  { recovery_codes: RecoveryCodes },
  { ...closed, title: 'RecoveryCodes' },
);

export const PasskeyOptionsSchema = Type.Object(
  { options: Type.String({ description: 'The options for `navigator.credentials`, as JSON.' }) },
  { ...closed, title: 'PasskeyOptions' },
);

export const AddPasskeyBody = Type.Object({ name: PasskeyName, response: PasskeyResponse }, closed);

export const NewPasskeySchema = Type.Object(
  { passkey: PasskeySchema, recovery_codes: RecoveryCodes },
  { ...closed, title: 'NewPasskey' },
);

export const PasskeySignInBody = Type.Object({ response: PasskeyResponse }, closed);
