import { modeOf } from '../../domain/keys/key.ts';
import { findOwnKey } from '../../usecases/keys/find-own-key.ts';
import { rollKey } from '../../usecases/keys/roll-key.ts';
import { defineRoute } from '../server/route.ts';
import { tenantOf } from '../sessions/tenant-of.ts';
import { NewApiKeySchema, RollKeyBody } from './api-key-schema.ts';
import { confirmGuarded } from './confirm-guarded.ts';
import { presentNewApiKey } from './present-api-key.ts';

export const rollApiKey = defineRoute({
  id: 'api_keys.roll',
  method: 'POST',
  path: '/dashboard/api/{mode}/api_keys/{key_id}/roll',
  tag: 'API keys',
  summary: 'Roll an API key',
  description:
    'Creates a new private key for the same public key. The old private key stays valid for the overlap. A key that ' +
    'requires the password to be created requires it to be rolled.',
  access: 'session',
  permission: 'keys:write',
  rateLimit: 'create',
  body: {
    schema: RollKeyBody,
    examples: { a_day: { summary: 'Keep the old key valid for a day', value: { overlap: '24h' } } },
  },
  answers: {
    201: { description: 'Returns the new key. The private key is shown only once.', schema: NewApiKeySchema },
  },
  errors: ['invalid_state', 'invalid_credentials', 'second_factor_required'],
}).handle(async (context, call) => {
  const { id, scopes, livemode } = await findOwnKey(context, tenantOf(context, call), call.params.key_id);
  const { overlap, password } = call.body.value;
  const confirmed = await confirmGuarded(context, call.signedIn, { scopes, mode: modeOf(livemode) }, password);
  const { key, privateKey } = await rollKey(context, {
    keyId: id,
    overlap,
    actor: call.signedIn.user.id,
    address: call.address,
    confirmed,
  });
  return { status: 201, body: presentNewApiKey(key, privateKey) };
});
