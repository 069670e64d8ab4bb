import { DEFAULT_SCOPES, isScope, SCOPES } from '../../domain/keys/scope.ts';
import { UserError } from '../../domain/user-error.ts';
import { createKey } from '../../usecases/keys/create-key.ts';
import type { Command } from '../command.ts';
import { readId } from '../read-id.ts';
import { presentKey } from './present-key.ts';

export const keysCreate: Command = {
  words: 'keys create',
  summary: 'Makes a key pair. The private key of a live pair is shown now and never again.',
  options: {
    merchant: { type: 'string', help: 'id of the merchant', required: true },
    mode: { type: 'string', help: 'test (default) or live' },
    name: { type: 'string', help: 'a name to tell it by' },
    scope: {
      type: 'string',
      help: `one of ${SCOPES.join(', ')}; repeatable; ${DEFAULT_SCOPES.join(' and ')} by default`,
      multiple: true,
    },
    'allow-ip': { type: 'string', help: 'address range that may use it, such as 203.0.113.0/24', multiple: true },
    'expires-in-days': { type: 'string', help: 'days until it expires' },
  },
  run: (context, args) =>
    context.withPorts(async (ports) => {
      const days = args.maybe('expires-in-days');
      const { key, privateKey } = await createKey(ports, {
        merchantId: readId('mer', args.text('merchant')),
        mode: readMode(args.maybe('mode')),
        name: args.maybe('name') ?? 'Key',
        scopes: readScopes(args.list('scope')),
        allowedCidrs: args.list('allow-ip'),
        expiresAtMs: days === undefined ? undefined : ports.clock.nowMs() + readDays(days) * 86_400_000,
        actor: 'cli',
      });
      const json = { ...presentKey(key), private_key: privateKey };
      return { json, text: `id           ${key.id}\npublic_key   ${key.publicKey}\nprivate_key  ${privateKey}` };
    }),
};

function readMode(text = 'test') {
  if (text !== 'test' && text !== 'live') throw new UserError(`--mode is "${text}"; it must be test or live.`);
  return text;
}

function readScopes(texts: string[]) {
  const scopes = texts.filter(isScope);
  if (scopes.length < texts.length) throw new UserError(`--scope must be one of ${SCOPES.join(', ')}.`);
  return scopes.length === 0 ? DEFAULT_SCOPES : scopes;
}

function readDays(text: string): number {
  if (!/^\d{1,5}(\.\d+)?$/.test(text)) throw new UserError('--expires-in-days must be a number of days.');
  return Number(text);
}
