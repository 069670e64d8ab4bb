import { Type } from 'typebox';
import { SCOPES } from '../../domain/keys/scope.ts';
import { LIMITS } from '../../domain/limits.ts';
import { OVERLAPS_MS, type Overlap } from '../../usecases/keys/roll-key.ts';
import { closed, nullable, Time, words } from '../server/shapes.ts';
import { whenEmpty } from '../server/when-empty.ts';

const Scope = words(SCOPES);

const members = {
  id: Type.String({ pattern: '^key_[0-9A-Za-z]{22}$', description: 'The key’s ID.' }),
  name: Type.String({ description: 'The key’s name.' }),
  public_key: Type.String({ description: 'The public key.' }),
  private_key_end: Type.String({ description: 'The last characters of the private key.' }),
  scopes: Type.Array(Scope, { description: 'What the key may do.' }),
  allowed_cidrs: Type.Array(Type.String({ description: 'A range of IP addresses.' }), {
    description: 'Where the key may be used from. Empty for everywhere.',
  }),
  created_at: Time('When it was created.'),
  expires_at: nullable(Time('When it stops working. Null if it does not.')),
  last_used_at: nullable(Time('When it was last used. Null if it never was.')),
  last_used_address: nullable(Type.String({ description: 'The IP address that it was last used from.' })),
  revoked_at: nullable(Time('When it was revoked. Null if it was not.')),
  replaced_by: nullable(Type.String({ description: 'The ID of the key that replaced it, if it was rolled.' })),
  revealable: Type.Boolean({ description: 'Whether the private key can be revealed. Only test keys can.' }),
};

const PrivateKey = Type.String({ description: 'The private key.' });

export const ApiKeySchema = Type.Object(members, { ...closed, title: 'ApiKey' });
export const NewApiKeySchema = Type.Object({ ...members, private_key: PrivateKey }, { ...closed, title: 'NewApiKey' });
export const ApiKeyListSchema = Type.Object({ data: Type.Array(ApiKeySchema) }, closed);

const PasswordForGuarded = Type.Optional(
  Type.String({
    maxLength: LIMITS.passwordSentLengthMax,
    description:
      'The password of the signed-in user. Required if the key has the scope `payments:override` or `wallets:write`, and ' +
      'in live mode also for `webhooks:write`.',
  }),
);

export const CreateKeyBody = Type.Object(
  {
    name: whenEmpty(
      'Enter a name for the key.',
      Type.String({
        maxLength: LIMITS.apiKeyNameLengthMax,
        pattern: '\\S',
        description: 'The key’s name.',
        'x-expected': `a name of at most ${LIMITS.apiKeyNameLengthMax} characters`,
      }),
    ),
    scopes: Type.Optional(
      Type.Array(Scope, { minItems: 1, maxItems: SCOPES.length, description: 'What the key may do.' }),
    ),
    allowed_cidrs: Type.Optional(
      Type.Array(
        Type.String({
          maxLength: 43,
          pattern: '/',
          description: 'A range of IP addresses.',
          'x-expected': 'a range such as 203.0.113.0/24 or 2001:db8::/32',
        }),
        {
          maxItems: LIMITS.allowedCidrsMax,
          description:
            'Where the key may be used from: the address of the client, as FLORIN_TRUST_PROXY says. Empty for everywhere.',
        },
      ),
    ),
    expires_at: Type.Optional(
      nullable(
        Type.String({
          pattern:
            '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\\.[0-9]{1,9})?)?(Z|[+-][0-9]{2}:[0-9]{2})$',
          description: 'When the key stops working. Null for never.',
          'x-expected': 'a time such as 2026-11-15T09:30:00Z',
        }),
      ),
    ),
    password: PasswordForGuarded,
  },
  closed,
);

const OVERLAPS = Object.keys(OVERLAPS_MS) as Overlap[];

export const RollKeyBody = Type.Object(
  {
    overlap: words(OVERLAPS, { description: 'How long the old private key still works.' }),
    password: PasswordForGuarded,
  },
  closed,
);

export const RevealedKeySchema = Type.Object({ private_key: PrivateKey }, closed);
