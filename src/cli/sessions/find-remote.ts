import { UserError } from '../../domain/user-error.ts';
import type { Credentials } from '../../ports/profiles.ts';
import type { RemoteApi } from '../../ports/remote-api.ts';
import type { Args, CliContext, Option } from '../command.ts';
import { readServerUrl } from './read-server-url.ts';

/** Options of every command that connects to a server. */
export const remoteOptions = {
  profile: { type: 'string', help: 'the profile to use, as stored by "florin login"; "default" by default' },
} satisfies Record<string, Option>;

export const profileOf = (args: Args): string => args.optional('profile') ?? 'default';

/**
 * For a command that also works beside the database: the server to connect to; undefined if the options are about the
 * database, or if nobody logged in.
 */
export async function findRemote(context: CliContext, args: Args): Promise<RemoteApi | undefined> {
  const isLocal = args.optional('merchant') !== undefined || args.flag('live');
  if (isLocal && args.optional('profile') === undefined) return undefined;
  const credentials = await findCredentials(context, args);
  return credentials && context.connectApi(credentials);
}

/** For a command that works only with a server. */
export async function requireRemote(context: CliContext, args: Args): Promise<RemoteApi> {
  const credentials = await findCredentials(context, args);
  if (credentials) return context.connectApi(credentials);
  throw new UserError(
    'You are not logged in. Run "npx florin login <url>", or set FLORIN_URL, FLORIN_PUBLIC_KEY and FLORIN_PRIVATE_KEY.',
    'usage',
  );
}

/** The environment overrides the profile, but the keys of a profile are sent to no other server. */
async function findCredentials({ config, profiles }: CliContext, args: Args): Promise<Credentials | undefined> {
  const given = config.remote;
  const stored = await profiles.find(profileOf(args));
  const url = given.url === undefined ? stored?.url : readServerUrl(given.url);
  if (url === undefined) {
    const name = args.optional('profile');
    if (name === undefined) return undefined;
    throw new UserError(`There is no profile "${name}". Run "npx florin login <url> --profile ${name}".`, 'usage');
  }
  const keys = stored?.url === url ? stored : undefined;
  const publicKey = given.publicKey ?? keys?.publicKey;
  const privateKey = given.privateKey ?? keys?.privateKey;
  if (publicKey !== undefined && privateKey !== undefined) return { url, publicKey, privateKey };
  throw new UserError(`There is no key for ${url}. Set FLORIN_PUBLIC_KEY and FLORIN_PRIVATE_KEY, or log in.`, 'usage');
}
