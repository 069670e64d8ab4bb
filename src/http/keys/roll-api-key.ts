import { Type } from 'typebox';
import { parseId } from '../../domain/ids.ts';
import { findOwnKey } from '../../usecases/keys/find-own-key.ts';
import { OVERLAPS_MS, type Overlap, rollKey } from '../../usecases/keys/roll-key.ts';
import type { Route } from '../server/route.ts';
import { tenantOf } from '../sessions/tenant-of.ts';
import { NewApiKeySchema } from './api-key-schema.ts';
import { presentApiKey } from './present-api-key.ts';

const Body = Type.Object(
  { overlap: Type.Union(Object.keys(OVERLAPS_MS).map((overlap) => Type.Literal(overlap))) },
  { additionalProperties: false },
);

export const rollApiKey: Route = {
  id: 'api_keys.roll',
  method: 'POST',
  path: '/dashboard/api/{mode}/api_keys/{key_id}/roll',
  tag: 'API keys',
  summary: 'Roll a key',
  description: 'A new private key under the same public key; the old one goes on for the overlap.',
  access: 'session',
  budget: 'create',
  body: { schema: Body, examples: { a_day: { summary: 'Both are valid for a day', value: { overlap: '24h' } } } },
  answers: { 201: { description: 'The new key, and its private part this once.', schema: NewApiKeySchema } },
  errors: ['invalid_state'],
  async handle(context, call) {
    const { id } = await findOwnKey(context, tenantOf(context, call), parseId('key', call.params['key_id'] ?? ''));
    const { overlap } = call.body.value as { overlap: Overlap };
    const { key, privateKey } = await rollKey(context, { keyId: id, overlap, actor: call.signedIn.user.id });
    return { status: 201, body: JSON.stringify({ ...presentApiKey(key), private_key: privateKey }) };
  },
};
