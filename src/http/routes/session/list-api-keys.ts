import { listKeys } from '../../../usecases/list-keys.ts';
import { presentApiKey } from '../../present-api-key.ts';
import type { Route } from '../../route.ts';
import { ApiKeyListSchema } from '../../schemas/api-key.ts';
import { tenantOf } from '../../tenant-of.ts';

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
