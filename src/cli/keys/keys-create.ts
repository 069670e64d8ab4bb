import type { Mode } from '../../domain/keys/key.ts';
import { DEFAULT_SCOPES, isScope, SCOPES } from '../../domain/keys/scope.ts';
import { UserError } from '../../domain/user-error.ts';
import { createKey } from '../../usecases/keys/create-key.ts';
import type { Command } from '../command.ts';
import { readId } from '../read-id.ts';
import { presentKey } from './present-key.ts';

export const keysCreate: Command = {
  name: 'keys create',
  summary: 'Creates an API key pair. A live private key is shown once.',
  options: {
    merchant: { type: 'string', help: 'merchant ID', required: true },
    mode: { type: 'string', help: 'test (default) or live' },
    name: { type: 'string', help: 'name of the key' },
    scope: {
      type: 'string',
      help: `one of ${SCOPES.join(', ')}; repeatable; by default ${DEFAULT_SCOPES.live.join(', ')}, and in test mode webhooks:write`,
      multiple: true,
    },
    'allow-ip': {
      type: 'string',
      help: 'IP range that may use the key, such as 203.0.113.0/24; repeatable',
      multiple: true,
    },
    'expires-in-days': { type: 'string', help: 'days until the key expires' },
  },
  run: (context, args) =>
    context.withPorts(async (ports) => {
      const days = args.optional('expires-in-days');
      const mode = readMode(args.optional('mode'));
      const { key, privateKey } = await createKey(ports, {
        merchantId: readId('mer', args.text('merchant')),
        mode,
        name: args.optional('name') ?? 'Key',
        scopes: readScopes(args.list('scope'), mode),
        allowedCidrs: args.list('allow-ip'),
        expiresAtMs: days === undefined ? undefined : ports.clock.nowMs() + readDays(days) * 86_400_000,
        actor: 'cli',
      });
      const json = { ...presentKey(key), private_key: privateKey };
      return { json, text: `id           ${key.id}\npublic_key   ${key.publicKey}\nprivate_key  ${privateKey}` };
    }),
};

function readMode(text = 'test'): Mode {
  if (text !== 'test' && text !== 'live') throw new UserError(`--mode is "${text}"; it must be test or live.`);
  return text;
}

function readScopes(texts: string[], mode: Mode) {
  const scopes = texts.filter(isScope);
  if (scopes.length < texts.length) throw new UserError(`--scope must be one of ${SCOPES.join(', ')}.`);
  return scopes.length === 0 ? DEFAULT_SCOPES[mode] : scopes;
}

function readDays(text: string): number {
  if (!/^\d{1,5}(\.\d+)?$/.test(text)) throw new UserError('--expires-in-days must be a number of days.');
  return Number(text);
}
