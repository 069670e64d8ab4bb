import { revokeKey } from '../../usecases/keys/revoke-key.ts';
import type { Command } from '../command.ts';
import { readId } from '../read-id.ts';

export const keysRevoke: Command = {
  name: 'keys revoke',
  summary: 'Revokes a key. Every server rejects it within 5 seconds.',
  operands: [{ name: 'key' }],
  options: {},
  examples: ['keys revoke key_034xqZbw5Y9jHqVLMzNRCb'],
  run: (context, { operands: [key = ''] }) =>
    context.withPorts(async (ports) => {
      const keyId = readId('key', key);
      await revokeKey(ports, { keyId, actor: 'cli' });
      return { json: { id: keyId, revoked: true }, text: `Revoked ${keyId}.` };
    }),
};
