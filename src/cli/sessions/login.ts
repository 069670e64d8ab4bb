import { privateKeyMode, publicKeyMode } from '../../domain/keys/key.ts';
import { UserError } from '../../domain/user-error.ts';
import type { Args, CliContext, Command } from '../command.ts';
import { profileOf, remoteOptions } from './find-remote.ts';
import { readServerUrl } from './read-server-url.ts';

export const login: Command = {
  name: 'login',
  summary: 'Checks an API key against a server and stores it for the commands that connect to a server.',
  operands: [{ name: 'url' }],
  options: {
    'public-key': { type: 'string', help: 'public key (fpk_…); prompted for by default' },
    'private-key-stdin': {
      type: 'boolean',
      help: 'read the private key (fsk_…) from standard input, not the terminal',
    },
    ...remoteOptions,
  },
  examples: [
    'login https://pay.example.com',
    'login http://127.0.0.1:3000 --public-key fpk_test_0Ju7JavI9mUbqVLMzNRCbd --private-key-stdin < key.txt',
    'login https://pay.example.com --profile production',
  ],
  async run(context, args) {
    const url = readServerUrl(args.operands[0] ?? '');
    const publicKey = args.optional('public-key') ?? (await ask(context, 'Public key (fpk_…): '));
    const mode = publicKeyMode(publicKey);
    if (!mode) throw new UserError('The public key is invalid. Copy the key that begins with fpk_.', 'usage');
    const privateKey = await readPrivateKey(context, args);
    if (privateKeyMode(privateKey) !== mode) {
      throw new UserError(`The private key is invalid. Copy the ${mode} key that begins with fsk_.`, 'usage');
    }
    const credentials = { url, publicKey, privateKey };
    await context.connectApi(credentials).get('/payment_intents', { limit: '1' });
    const profile = profileOf(args);
    const file = await context.profiles.save(profile, credentials);
    return {
      json: { profile, url, public_key: publicKey, mode, file },
      text: `Logged in to ${url} in ${mode} mode. The key is stored in ${file}.`,
    };
  },
};

/** An argument would be visible to every user of the machine, so the private key is never one. */
async function readPrivateKey(context: CliContext, args: Args): Promise<string> {
  if (args.flag('private-key-stdin')) return (await context.terminal.readInput()).trim();
  return ask(context, 'Private key (fsk_…, not shown): ', true);
}

async function ask({ terminal }: CliContext, question: string, hidden = false): Promise<string> {
  const answer = await terminal.ask(question, { hidden });
  if (answer !== undefined) return answer.trim();
  throw new UserError('There is no terminal to ask on. Set --public-key and --private-key-stdin.', 'usage');
}
