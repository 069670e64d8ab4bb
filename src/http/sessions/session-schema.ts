import { Type } from 'typebox';
import { LIMITS } from '../../domain/limits.ts';
import { MEMBER_ROLES, PERMISSION_NAMES } from '../../domain/team/roles.ts';
import { closed, Time, words } from '../server/shapes.ts';
import { whenEmpty } from '../server/when-empty.ts';

export const Email = whenEmpty(
  'Enter an email address.',
  Type.String({
    maxLength: LIMITS.emailLengthMax,
    pattern: '^\\s*[^\\s@]+@[^\\s@]+\\s*$',
    description: 'The email address to sign in with.',
    'x-expected': 'an email address',
  }),
);
export const Password = whenEmpty(
  `Enter a password of at least ${LIMITS.passwordLengthMin} characters.`,
  Type.String({
    minLength: LIMITS.passwordLengthMin,
    maxLength: LIMITS.passwordLengthMax,
    description: 'The password to sign in with.',
  }),
);
const BusinessName = whenEmpty(
  'Enter a business name.',
  Type.String({
    maxLength: LIMITS.nameLengthMax,
    pattern: '\\S',
    description: 'The name that payers see.',
    'x-expected': `a name of at most ${LIMITS.nameLengthMax} characters`,
  }),
);

const account = { business_name: BusinessName, email: Email, password: Password };

export const SetUpBody = Type.Object(
  {
    token: Type.String({ maxLength: 100, description: 'The part of the setup link after the `#`.' }),
    ...account,
  },
  closed,
);

export const SignUpBody = Type.Object(account, closed);

export const PasskeyResponse = Type.String({
  maxLength: LIMITS.passkeyResponseLengthMax,
  description: 'The response of the passkey: the result of `navigator.credentials`, as JSON.',
});

/** The second factor: one of the two. */
const proof = {
  code: Type.Optional(
    Type.String({ maxLength: 40, description: 'A code of the authenticator app, or a recovery code.' }),
  ),
  passkey: Type.Optional(PasskeyResponse),
};

/** A sign-in does not reveal the rules for passwords, so there is no minimum length here. */
export const SignInBody = Type.Object(
  {
    email: Type.String({ maxLength: LIMITS.emailLengthMax, description: 'The email address of the account.' }),
    password: Type.String({ maxLength: LIMITS.passwordSentLengthMax, description: 'The password of the account.' }),
    ...proof,
    remember_device: Type.Optional(
      Type.Boolean({
        description:
          'Whether this device skips the second factor from now on, for 30 days. It never skips the password.',
      }),
    ),
  },
  closed,
);

export const ProofBody = Type.Object(proof, closed);

export const SignedUpSchema = Type.Object({ detail: Type.String({ description: 'What to do next.' }) }, closed);

const SignupOpen = Type.Boolean({ description: 'Whether anyone can create an account.' });

const BaseUrl = Type.String({ description: 'The URL of the API. The dashboard works at this address only.' });

export const SignedInSchema = Type.Object(
  {
    signed_in: Type.Literal(true),
    csrf_token: Type.String({ description: 'Send it as `X-Florin-CSRF` with every request that changes something.' }),
    user: Type.Object(
      {
        id: Type.String({ description: 'The user’s ID.' }),
        email: Type.String({ description: 'The user’s email address.' }),
        operator: Type.Boolean({
          description: 'Whether the user runs this server and may see how its data stores are doing.',
        }),
      },
      { ...closed, description: 'Who is signed in.' },
    ),
    merchant: Type.Object(
      {
        id: Type.String({ description: 'The merchant’s ID.' }),
        name: Type.String({ description: 'The merchant’s name.' }),
      },
      { ...closed, description: 'Whose dashboard it is.' },
    ),
    role: words(MEMBER_ROLES, { description: 'The role of the user in this merchant’s team.' }),
    permissions: Type.Array(words(PERMISSION_NAMES), { description: 'What the role may do.' }),
    base_url: BaseUrl,
    signup_open: SignupOpen,
  },
  { ...closed, title: 'SignedIn' },
);

export const SignedOutSchema = Type.Object(
  {
    signed_in: Type.Literal(false),
    base_url: BaseUrl,
    passkeys_available: Type.Boolean({ description: 'Whether passkeys can be used at this address.' }),
    reset_by_mail: Type.Boolean({
      description: 'Whether a forgotten password can be reset with an email. If not, the operator resets it.',
    }),
    setup_open: Type.Boolean({ description: 'Whether there is no account yet. The setup link creates the first one.' }),
    signup_open: SignupOpen,
  },
  { ...closed, title: 'SignedOut' },
);

export const SessionSchema = Type.Union([SignedInSchema, SignedOutSchema]);

export const DeviceSchema = Type.Object(
  {
    id: Type.String({ pattern: '^ses_[0-9A-Za-z]{22}$', description: 'The session’s ID.' }),
    current: Type.Boolean({ description: 'Whether this is the session of the request.' }),
    created_at: Time('When the user signed in.'),
    last_seen_at: Time('When it was last used.'),
    address: Type.String({ description: 'The IP address that it was last used from.' }),
    user_agent: Type.String({ description: 'What the browser calls itself.' }),
  },
  { ...closed, title: 'Device' },
);

export const SessionListSchema = Type.Object({ data: Type.Array(DeviceSchema) }, closed);
