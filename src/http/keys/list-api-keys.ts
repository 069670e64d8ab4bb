import { listKeys } from '../../usecases/keys/list-keys.ts';
import type { Route } from '../server/route.ts';
import { tenantOf } from '../sessions/tenant-of.ts';
import { ApiKeyListSchema } from './api-key-schema.ts';
import { presentApiKey } from './present-api-key.ts';

export const listApiKeys: Route = {
  id: 'api_keys.list',
  method: 'GET',
  path: '/dashboard/api/{mode}/api_keys',
  tag: 'API keys',
  summary: 'List API keys',
  access: 'session',
  budget: 'read',
  answers: { 200: { description: 'All of them, newest first.', schema: ApiKeyListSchema } },
  async handle(context, call) {
    const keys = await listKeys(context, tenantOf(context, call));
    return { status: 200, body: JSON.stringify({ data: keys.map(presentApiKey) }) };
  },
};
