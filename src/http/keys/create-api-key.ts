import { Problem } from '../../domain/errors.ts';
import { modeOf } from '../../domain/keys/key.ts';
import { createKey } from '../../usecases/keys/create-key.ts';
import { defineRoute } from '../server/route.ts';
import { tenantOf } from '../sessions/tenant-of.ts';
import { CreateKeyBody, NewApiKeySchema } from './api-key-schema.ts';
import { presentNewApiKey } from './present-api-key.ts';

const example = { name: 'Web shop', scopes: ['payments:read', 'payments:write'] };

export const createApiKey = defineRoute({
  id: 'api_keys.create',
  method: 'POST',
  path: '/dashboard/api/{mode}/api_keys',
  tag: 'API keys',
  summary: 'Create an API key',
  access: 'session',
  rateLimit: 'create',
  body: {
    schema: CreateKeyBody,
    examples: { all_scopes: { summary: 'A key with the default scopes', value: example } },
  },
  answers: {
    201: { description: 'Returns the key. The private key is shown only once.', schema: NewApiKeySchema },
  },
}).handle(async (context, call) => {
  const tenant = tenantOf(context, call);
  const { name, scopes, expires_at: expiresAt } = call.body.value;
  const { key, privateKey } = await createKey(context, {
    merchantId: tenant.merchantId,
    mode: modeOf(tenant.livemode),
    name: name.trim(),
    actor: call.signedIn.user.id,
    ...(scopes ? { scopes: [...new Set(scopes)] } : {}),
    ...(expiresAt ? { expiresAtMs: readTime(expiresAt) } : {}),
  });
  return { status: 201, body: presentNewApiKey(key, privateKey) };
});

function readTime(text: string): number {
  const ms = Date.parse(text);
  if (!Number.isNaN(ms)) return ms;
  throw new Problem('validation_failed', 'One field is missing or invalid.', {
    errors: [{ pointer: '#/expires_at', code: 'invalid_value', detail: 'Must be an existing time.' }],
  });
}
