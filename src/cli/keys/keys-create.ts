import { DEFAULT_SCOPES, isScope, SCOPES } from '../../domain/keys/scope.ts';
import { UserError } from '../../domain/user-error.ts';
import { createKey } from '../../usecases/keys/create-key.ts';
import type { Command } from '../command.ts';
import { readId } from '../read-id.ts';
import { presentKey } from './present-key.ts';

const MODES = ['test', 'live'];

export const keysCreate: Command = {
  name: 'keys create',
  summary: 'Creates an API key pair. A live private key is shown once.',
  options: {
    merchant: { type: 'string', help: 'merchant ID', required: true },
    mode: { type: 'string', help: 'test (default) or live', values: MODES },
    name: { type: 'string', help: 'name of the key' },
    scope: {
      type: 'string',
      help: `one of ${SCOPES.join(', ')}; repeatable; by default ${DEFAULT_SCOPES.live.join(', ')}, and in test mode webhooks:write`,
      multiple: true,
      values: SCOPES,
    },
    'allow-ip': {
      type: 'string',
      help: 'IP range that may use the key, such as 203.0.113.0/24; repeatable',
      multiple: true,
    },
    'expires-in-days': { type: 'string', help: 'days until the key expires' },
  },
  examples: [
    'keys create --merchant mer_034xqZbw5Y9jHqVLMzNRCb',
    'keys create --merchant mer_034xqZbw5Y9jHqVLMzNRCb --mode live --scope payments:read --allow-ip 203.0.113.0/24',
  ],
  run: (context, args) =>
    context.withPorts(async (ports) => {
      const scopes = args.list('scope').filter(isScope);
      const days = args.optional('expires-in-days');
      const mode = args.optional('mode') === 'live' ? 'live' : 'test';
      const { key, privateKey } = await createKey(ports, {
        merchantId: readId('mer', args.text('merchant')),
        mode,
        name: args.optional('name') ?? 'Key',
        scopes: scopes.length === 0 ? DEFAULT_SCOPES[mode] : scopes,
        allowedCidrs: args.list('allow-ip'),
        expiresAtMs: days === undefined ? undefined : ports.clock.nowMs() + readDays(days) * 86_400_000,
        actor: 'cli',
      });
      const json = { ...presentKey(key), private_key: privateKey };
      return { json, text: `id           ${key.id}\npublic_key   ${key.publicKey}\nprivate_key  ${privateKey}` };
    }),
};

function readDays(text: string): number {
  if (!/^\d{1,5}(\.\d+)?$/.test(text)) throw new UserError('--expires-in-days must be a number of days.', 'usage');
  return Number(text);
}
