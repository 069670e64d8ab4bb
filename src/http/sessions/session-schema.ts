import { Type } from 'typebox';
import { LIMITS } from '../../domain/limits.ts';
import { closed, Time } from '../server/shapes.ts';

const Email = Type.String({
  maxLength: LIMITS.emailLengthMax,
  pattern: '^\\s*[^\\s@]+@[^\\s@]+\\s*$',
  'x-expected': 'an email address',
});
const Password = Type.String({ minLength: LIMITS.passwordLengthMin, maxLength: LIMITS.passwordLengthMax });
const BusinessName = Type.String({
  maxLength: LIMITS.nameLengthMax,
  pattern: '\\S',
  'x-expected': `a name of at most ${LIMITS.nameLengthMax} characters`,
});

const account = { business_name: BusinessName, email: Email, password: Password };

export const SetUpBody = Type.Object(
  {
    token: Type.String({ maxLength: 100, description: 'The part of the setup link after the `#`.' }),
    ...account,
  },
  closed,
);

export const SignUpBody = Type.Object(account, closed);

/** A sign-in does not reveal the rules for passwords, so there is no minimum length here. */
export const SignInBody = Type.Object(
  {
    email: Type.String({ maxLength: LIMITS.emailLengthMax }),
    password: Type.String({ maxLength: LIMITS.passwordSentLengthMax }),
  },
  closed,
);

export const SignedUpSchema = Type.Object({ detail: Type.String({ description: 'What to do next.' }) }, closed);

export const SignedInSchema = Type.Object(
  {
    signed_in: Type.Literal(true),
    csrf_token: Type.String({ description: 'Send it as `X-Florin-CSRF` with every request that changes something.' }),
    user: Type.Object({ id: Type.String(), email: Type.String() }, closed),
    merchant: Type.Object({ id: Type.String(), name: Type.String() }, closed),
    base_url: Type.String(),
    signup_open: Type.Boolean(),
  },
  { ...closed, title: 'SignedIn' },
);

export const SignedOutSchema = Type.Object(
  {
    signed_in: Type.Literal(false),
    setup_open: Type.Boolean({ description: 'Whether there is no account yet. The setup link creates the first one.' }),
    signup_open: Type.Boolean(),
  },
  { ...closed, title: 'SignedOut' },
);

export const SessionSchema = Type.Union([SignedInSchema, SignedOutSchema]);

export const DeviceSchema = Type.Object(
  {
    id: Type.String({ pattern: '^ses_[0-9A-Za-z]{22}$' }),
    current: Type.Boolean({ description: 'Whether this is the session of the request.' }),
    created_at: Time,
    last_seen_at: Time,
    address: Type.String(),
    user_agent: Type.String(),
  },
  { ...closed, title: 'Device' },
);

export const SessionListSchema = Type.Object({ data: Type.Array(DeviceSchema) }, closed);
