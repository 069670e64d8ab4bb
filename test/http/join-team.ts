import type { MemberRole } from '../../src/domain/team/roles.ts';
import { florin, type ServerOptions } from '../support/server.ts';
import { Browser, PASSWORD } from './browser.ts';

/** The token of the link in an answer. */
export const tokenOf = (url: unknown): string => String(url).split('#')[1] ?? '';

/** Somebody whom an owner has invited, signed in. */
export async function joinTeam(owner: Browser, email: string, role: MemberRole): Promise<Browser> {
  const invited = await owner.call('POST', '/team/invitations', { body: { email, role, password: PASSWORD } });
  if (invited.status !== 201) throw new Error(`not invited: ${invited.text}`);
  const browser = new Browser(owner.baseUrl, owner.origin);
  const body = { token: tokenOf(invited.json['url']), password: PASSWORD };
  const joined = await browser.call('POST', '/invitation/accept', { body });
  if (joined.status !== 201) throw new Error(`not joined: ${joined.text}`);
  return browser;
}

export interface TeamReply {
  members: { id: string; email: string; role: MemberRole; current: boolean }[];
  invitations: { id: string; email: string; role: MemberRole }[];
}

export const readTeam = async (browser: Browser): Promise<TeamReply> =>
  (await browser.call('GET', '/team')).json as unknown as TeamReply;

export async function idOf(browser: Browser, email: string): Promise<string> {
  const { members } = await readTeam(browser);
  return members.find((member) => member.email === email)?.id ?? '';
}

/** A new merchant, and its owner signed in. */
export async function openTeam(options: ServerOptions, baseUrl: string, email: string): Promise<Browser> {
  await florin(options, 'merchants', 'create', '--name', 'Tulip shop', '--email', email, '--password', PASSWORD);
  const owner = new Browser(baseUrl);
  const reply = await owner.signIn(email);
  if (reply.status !== 200) throw new Error(`not signed in: ${reply.text}`);
  return owner;
}
