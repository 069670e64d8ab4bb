import { findOwnKey } from '../../usecases/keys/find-own-key.ts';
import { revokeKey } from '../../usecases/keys/revoke-key.ts';
import { defineRoute } from '../server/route.ts';
import { tenantOf } from '../sessions/tenant-of.ts';
import { ApiKeySchema } from './api-key-schema.ts';
import { presentApiKey } from './present-api-key.ts';

export const revokeApiKey = defineRoute({
  id: 'api_keys.revoke',
  method: 'POST',
  path: '/dashboard/api/{mode}/api_keys/{key_id}/revoke',
  tag: 'API keys',
  summary: 'Revoke an API key',
  description:
    'Cannot be undone. Every server process rejects the key within five seconds. Revoking a revoked key has no effect.',
  access: 'session',
  permission: 'keys:write',
  rateLimit: 'create',
  answers: { 200: { description: 'Returns the revoked key.', schema: ApiKeySchema } },
}).handle(async (context, call) => {
  const tenant = tenantOf(context, call);
  const { id } = await findOwnKey(context, tenant, call.params.key_id);
  await revokeKey(context, { keyId: id, actor: call.signedIn.user.id, address: call.address });
  return { status: 200, body: presentApiKey(await findOwnKey(context, tenant, id)) };
});
