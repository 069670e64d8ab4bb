import { Problem } from '../../domain/errors.ts';
import { isIpRange } from '../../domain/ip-ranges.ts';
import { modeOf } from '../../domain/keys/key.ts';
import { DEFAULT_SCOPES } from '../../domain/keys/scope.ts';
import { createKey } from '../../usecases/keys/create-key.ts';
import { defineRoute } from '../server/route.ts';
import { tenantOf } from '../sessions/tenant-of.ts';
import { CreateKeyBody, NewApiKeySchema } from './api-key-schema.ts';
import { confirmGuarded } from './confirm-guarded.ts';
import { presentNewApiKey } from './present-api-key.ts';

const example = { name: 'Web shop', scopes: ['payments:read', 'payments:write'] };

export const createApiKey = defineRoute({
  id: 'api_keys.create',
  method: 'POST',
  path: '/dashboard/api/{mode}/api_keys',
  tag: 'API keys',
  summary: 'Create an API key',
  description:
    'A key that can change wallets (`wallets:write`) or settle payments (`payments:override`) requires the password, in ' +
    'both modes; one that can change webhook endpoints (`webhooks:write`), in live mode. Wrong passwords are counted per ' +
    'session.',
  access: 'session',
  permission: 'keys:write',
  rateLimit: 'create',
  body: {
    schema: CreateKeyBody,
    examples: { all_scopes: { summary: 'A key with the default scopes', value: example } },
  },
  answers: {
    201: { description: 'Returns the key. The private key is shown only once.', schema: NewApiKeySchema },
  },
  errors: ['invalid_credentials', 'second_factor_required'],
}).handle(async (context, call) => {
  const tenant = tenantOf(context, call);
  const mode = modeOf(tenant.livemode);
  const { name, scopes = DEFAULT_SCOPES[mode], expires_at: expiresAt, password } = call.body.value;
  const allowedCidrs = [...new Set(call.body.value.allowed_cidrs ?? [])];
  checkRanges(allowedCidrs);
  const expiresAtMs = expiresAt ? readTime(expiresAt) : undefined;
  const confirmed = await confirmGuarded(context, call.signedIn, { scopes, mode }, password);
  const { key, privateKey } = await createKey(context, {
    merchantId: tenant.merchantId,
    mode,
    name: name.trim(),
    scopes: [...new Set(scopes)],
    allowedCidrs,
    expiresAtMs,
    actor: call.signedIn.user.id,
    address: call.address,
    confirmed,
  });
  return { status: 201, body: presentNewApiKey(key, privateKey) };
});

function checkRanges(ranges: readonly string[]): void {
  const index = ranges.findIndex((range) => !isIpRange(range));
  if (index < 0) return;
  const detail = 'Must be a range such as 203.0.113.0/24 or 2001:db8::/32.';
  throw new Problem('validation_failed', 'One field is missing or invalid.', {
    errors: [{ pointer: `#/allowed_cidrs/${index}`, code: 'invalid_value', detail }],
  });
}

function readTime(text: string): number {
  const ms = Date.parse(text);
  if (!Number.isNaN(ms)) return ms;
  throw new Problem('validation_failed', 'One field is missing or invalid.', {
    errors: [{ pointer: '#/expires_at', code: 'invalid_value', detail: 'Must be a valid time.' }],
  });
}
