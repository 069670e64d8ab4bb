import type { Static } from 'typebox';
import { Problem } from '../../domain/errors.ts';
import { modeOf } from '../../domain/keys/key.ts';
import type { Scope } from '../../domain/keys/scope.ts';
import { createKey } from '../../usecases/keys/create-key.ts';
import type { Route } from '../server/route.ts';
import { tenantOf } from '../sessions/tenant-of.ts';
import { CreateKeyBody, NewApiKeySchema } from './api-key-schema.ts';
import { presentApiKey } from './present-api-key.ts';

const example = { name: 'Web shop', scopes: ['payments:read', 'payments:write'] };

export const createApiKey: Route = {
  id: 'api_keys.create',
  method: 'POST',
  path: '/dashboard/api/{mode}/api_keys',
  tag: 'API keys',
  summary: 'Make a key pair',
  access: 'session',
  budget: 'create',
  body: {
    schema: CreateKeyBody,
    examples: { all_scopes: { summary: 'A key that may do everything', value: example } },
  },
  answers: { 201: { description: 'The key, and its private part this once.', schema: NewApiKeySchema } },
  async handle(context, call) {
    const tenant = tenantOf(context, call);
    const wish = call.body.value as Static<typeof CreateKeyBody>;
    const { key, privateKey } = await createKey(context, {
      merchantId: tenant.merchantId,
      mode: modeOf(tenant.livemode),
      name: wish.name.trim(),
      actor: call.signedIn.user.id,
      ...(wish.scopes ? { scopes: [...new Set(wish.scopes)] as Scope[] } : {}),
      ...(wish.expires_at ? { expiresAtMs: readTime(wish.expires_at) } : {}),
    });
    return { status: 201, body: JSON.stringify({ ...presentApiKey(key), private_key: privateKey }) };
  },
};

function readTime(text: string): number {
  const ms = Date.parse(text);
  if (!Number.isNaN(ms)) return ms;
  throw new Problem('validation_failed', 'One field is missing or not valid.', {
    errors: [{ pointer: '#/expires_at', code: 'invalid_value', detail: 'Must be a time that exists.' }],
  });
}
