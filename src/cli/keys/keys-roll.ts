import { OVERLAPS_MS, type Overlap, rollKey } from '../../usecases/keys/roll-key.ts';
import type { Command } from '../command.ts';
import { readId } from '../read-id.ts';
import { presentKey } from './present-key.ts';

export const keysRoll: Command = {
  name: 'keys roll',
  summary: 'Replaces the private key of a pair. The old one keeps working for the overlap.',
  operands: [{ name: 'key' }],
  options: {
    overlap: {
      type: 'string',
      help: `${Object.keys(OVERLAPS_MS).join(', ')}; by default 24h`,
      values: Object.keys(OVERLAPS_MS),
    },
  },
  examples: ['keys roll key_034xqZbw5Y9jHqVLMzNRCb --overlap 1h'],
  run: (context, args) =>
    context.withPorts(async (ports) => {
      const overlap = (args.optional('overlap') ?? '24h') as Overlap;
      const keyId = readId('key', args.operands[0] ?? '');
      const { key, privateKey, oldExpiresAtMs } = await rollKey(ports, { keyId, overlap, actor: 'cli' });
      const until = new Date(oldExpiresAtMs).toISOString();
      const json = { ...presentKey(key), private_key: privateKey, replaces: keyId, old_expires_at: until };
      return { json, text: `private_key  ${privateKey}\nThe old private key is valid until ${until}.` };
    }),
};
