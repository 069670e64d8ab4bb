import { listKeys } from '../../usecases/keys/list-keys.ts';
import { defineRoute } from '../server/route.ts';
import { tenantOf } from '../sessions/tenant-of.ts';
import { ApiKeyListSchema } from './api-key-schema.ts';
import { presentApiKey } from './present-api-key.ts';

export const listApiKeys = defineRoute({
  id: 'api_keys.list',
  method: 'GET',
  path: '/dashboard/api/{mode}/api_keys',
  tag: 'API keys',
  summary: 'List API keys',
  access: 'session',
  permission: 'keys:write',
  rateLimit: 'read',
  answers: { 200: { description: 'Returns all API keys, newest first.', schema: ApiKeyListSchema } },
}).handle(async (context, call) => {
  const keys = await listKeys(context, tenantOf(context, call));
  return { status: 200, body: { data: keys.map(presentApiKey) } };
});
