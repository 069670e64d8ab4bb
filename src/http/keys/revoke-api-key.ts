import { parseId } from '../../domain/ids.ts';
import { findOwnKey } from '../../usecases/keys/find-own-key.ts';
import { revokeKey } from '../../usecases/keys/revoke-key.ts';
import type { Route } from '../server/route.ts';
import { tenantOf } from '../sessions/tenant-of.ts';
import { ApiKeySchema } from './api-key-schema.ts';
import { presentApiKey } from './present-api-key.ts';

export const revokeApiKey: Route = {
  id: 'api_keys.revoke',
  method: 'POST',
  path: '/dashboard/api/{mode}/api_keys/{key_id}/revoke',
  tag: 'API keys',
  summary: 'Revoke a key',
  description: 'For good, and in every process within five seconds. Revoking twice is no error.',
  access: 'session',
  budget: 'create',
  answers: { 200: { description: 'The revoked key.', schema: ApiKeySchema } },
  async handle(context, call) {
    const tenant = tenantOf(context, call);
    const { id } = await findOwnKey(context, tenant, parseId('key', call.params['key_id'] ?? ''));
    await revokeKey(context, { keyId: id, actor: call.signedIn.user.id });
    return { status: 200, body: JSON.stringify(presentApiKey(await findOwnKey(context, tenant, id))) };
  },
};
