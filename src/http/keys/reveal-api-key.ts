import { Type } from 'typebox';
import { parseId } from '../../domain/ids.ts';
import { findOwnKey } from '../../usecases/keys/find-own-key.ts';
import { revealKey } from '../../usecases/keys/reveal-key.ts';
import type { Route } from '../server/route.ts';
import { tenantOf } from '../sessions/tenant-of.ts';

const Revealed = Type.Object({ private_key: Type.String() }, { additionalProperties: false });

export const revealApiKey: Route = {
  id: 'api_keys.reveal',
  method: 'POST',
  path: '/dashboard/api/{mode}/api_keys/{key_id}/reveal',
  tag: 'API keys',
  summary: 'Show a test key’s private part',
  access: 'session',
  budget: 'create',
  answers: { 200: { description: 'The private key.', schema: Revealed } },
  errors: ['invalid_state'],
  async handle(context, call) {
    const key = await findOwnKey(context, tenantOf(context, call), parseId('key', call.params['key_id'] ?? ''));
    const privateKey = await revealKey(context, { key, actor: call.signedIn.user.id });
    return { status: 200, body: JSON.stringify({ private_key: privateKey }) };
  },
};
