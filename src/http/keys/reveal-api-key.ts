import { checkGrant } from '../../usecases/keys/check-grant.ts';
import { findOwnKey } from '../../usecases/keys/find-own-key.ts';
import { revealKey } from '../../usecases/keys/reveal-key.ts';
import { defineRoute } from '../server/route.ts';
import { tenantOf } from '../sessions/tenant-of.ts';
import { RevealedKeySchema } from './api-key-schema.ts';

export const revealApiKey = defineRoute({
  id: 'api_keys.reveal',
  method: 'POST',
  path: '/dashboard/api/{mode}/api_keys/{key_id}/reveal',
  tag: 'API keys',
  summary: 'Reveal a test key',
  access: 'session',
  permission: 'keys:write',
  rateLimit: 'create',
  answers: { 200: { description: 'Returns the private key.', schema: RevealedKeySchema } },
  errors: ['invalid_state'],
}).handle(async (context, call) => {
  const key = await findOwnKey(context, tenantOf(context, call), call.params.key_id);
  checkGrant(call.signedIn.role, key.scopes);
  const privateKey = await revealKey(context, { key, actor: call.signedIn.user.id, address: call.address });
  return { status: 200, body: { private_key: privateKey } };
});
