import type { Static } from 'typebox';
import { Problem } from '../../domain/errors.ts';
import { permissionsOf } from '../../domain/team/roles.ts';
import type { Session } from '../../ports/sessions.ts';
import { authenticateSession, type SignedIn } from '../../usecases/sessions/authenticate-session.ts';
import type { Client } from '../../usecases/sessions/open-session.ts';
import type { JsonAnswer } from '../server/answer.ts';
import type { Visit } from '../server/call.ts';
import { clientNetwork } from '../server/client-network.ts';
import type { Context } from '../server/context.ts';
import { deviceCookie, requireCookie } from './session-cookie.ts';
import type { DeviceSchema, SignedInSchema, SignedOutSchema } from './session-schema.ts';
import { siteOf } from './site-of.ts';

export const presentSignedIn = (
  { config }: Pick<Context, 'config'>,
  { csrfToken, user, merchant, role }: SignedIn,
): Static<typeof SignedInSchema> => ({
  signed_in: true,
  csrf_token: csrfToken,
  user: { id: user.id, email: user.email, operator: user.isOperator },
  merchant: { id: merchant.id, name: merchant.name },
  role,
  permissions: permissionsOf(role),
  base_url: config.baseUrl,
  signup_open: config.signup === 'open',
});

export const presentSignedOut = (
  { config, mailer }: Pick<Context, 'config' | 'mailer'>,
  hasUsers: boolean,
): Static<typeof SignedOutSchema> => ({
  signed_in: false,
  base_url: config.baseUrl,
  passkeys_available: siteOf(config.baseUrl) !== undefined,
  reset_by_mail: mailer !== undefined,
  setup_open: !hasUsers,
  signup_open: config.signup === 'open',
});

export const presentDevice = (session: Session, signedIn: SignedIn): Static<typeof DeviceSchema> => ({
  id: session.id,
  current: session.id === signedIn.session.id,
  created_at: new Date(session.createdAtMs).toISOString(),
  last_seen_at: new Date(session.lastSeenAtMs).toISOString(),
  address: session.address,
  user_agent: session.userAgent,
});

/** Sets the cookie of a new session, and returns the signed-in user. */
export async function answerNewSession<Status extends 200 | 201>(
  context: Context,
  status: Status,
  token: string,
  deviceToken?: string,
): Promise<JsonAnswer<Status, Static<typeof SignedInSchema>>> {
  const signedIn = await authenticateSession(context, token);
  if (!signedIn) throw new Problem('not_signed_in', 'The session has ended. Sign in again.');
  const cookie = requireCookie(context.config.baseUrl);
  const cookies = [cookie.write(token)];
  if (deviceToken !== undefined) cookies.push(deviceCookie(context.config.baseUrl).write(deviceToken));
  return { status, headers: { 'set-cookie': cookies }, body: presentSignedIn(context, signedIn) };
}

export const clientOf = ({ address, userAgent, signedIn }: Visit): Client => ({
  address,
  network: clientNetwork(address),
  userAgent,
  session: signedIn?.session.id,
});
