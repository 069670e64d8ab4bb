import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { Problem } from '../../domain/errors.ts';
import { isAllowed, type Permission } from '../../domain/team/roles.ts';
import { authenticateSession, isCsrfToken, type SignedIn } from '../../usecases/sessions/authenticate-session.ts';
import { readCookie, sessionCookie } from '../sessions/session-cookie.ts';
import type { ClientConnections } from './client-connections.ts';
import type { Context } from './context.ts';
import { CredentialLookups } from './credential-lookups.ts';
import { perSecond, RateLimit } from './rate-limit.ts';
import type { SessionRoute, VisitorRoute } from './route.ts';
import type { VisitorGate } from './visitor-gate.ts';

export type SessionGate = (route: VisitorRoute | SessionRoute) => onRequestHookHandler;

/** Checks origin, session, CSRF token, permission and rate limit, in this order, before the body is read. */
export function createSessionGate(
  context: Context,
  visitors: VisitorGate,
  connections: Pick<ClientConnections, 'trust'>,
): SessionGate {
  const { baseUrl, createPerSecond, readPerSecond } = context.config;
  const cookie = sessionCookie(baseUrl);
  const { origin } = new URL(baseUrl);
  const limits = {
    create: new RateLimit('session_create', perSecond(createPerSecond)),
    read: new RateLimit('session_read', perSecond(readPerSecond)),
  };

  const lookups = new CredentialLookups((client) => visitors.remaining(client));

  const admitVisitor = (request: FastifyRequest, reply: FastifyReply) =>
    new Promise<void>((resolve, reject) => {
      visitors.admit(request, reply, (refused) => (refused ? reject(refused) : resolve()));
    });

  async function pass(route: VisitorRoute | SessionRoute, request: FastifyRequest, reply: FastifyReply) {
    const { headers, ip } = request;
    const changes = route.method !== 'GET';
    if (changes) checkOrigin(request, origin);
    const token = cookie && readCookie(headers.cookie, cookie.name);
    const signedIn =
      token === undefined ? undefined : await lookups.find(request, token, () => authenticateSession(context, token));
    // A signed-in user is not limited by others at the same address.
    if (signedIn) connections.trust(request.raw.socket);
    else await admitVisitor(request, reply);
    request.visit = { address: ip, userAgent: headers['user-agent'] ?? '', signedIn };
    if (cookie && token !== undefined && signedIn?.renewed && !changes) {
      reply.header('set-cookie', cookie.write(token));
    }
    if (route.access === 'visitor') return;
    if (!signedIn) throw new Problem('not_signed_in', 'Sign in to the dashboard.');
    if (changes && !isCsrfToken(signedIn, headers['x-florin-csrf'])) {
      throw new Problem('csrf_token_invalid', 'Send the session’s csrf_token in the X-Florin-CSRF header.');
    }
    checkAllowed(signedIn, route.permission);
    const refused = limits[route.rateLimit].count(signedIn.session.id, context.clock.nowMs());
    if (refused) throw refused;
  }

  return (route) => (request, reply, done) => {
    pass(route, request, reply).then(() => done(), done);
  };
}

/** The session was looked up for this request, so a role that has changed counts at once, in every process. */
function checkAllowed({ role, user }: SignedIn, permission: Permission | 'operator'): void {
  if (permission === 'operator') {
    if (user.isOperator) return;
    const command = `npx florin users operator ${user.email}`;
    throw new Problem(
      'permission_denied',
      `Only operators of this server may see this. On the server, run: ${command}`,
    );
  }
  if (isAllowed(role, permission)) return;
  throw new Problem(
    'permission_denied',
    `Your role is ${role}. This needs the permission ${permission}. Ask an owner.`,
  );
}

/** Browsers set these headers, and a page cannot change them. */
function checkOrigin({ headers }: FastifyRequest, ours: string): void {
  const same = headers.origin === undefined ? headers['sec-fetch-site'] === 'same-origin' : headers.origin === ours;
  if (!same) throw new Problem('cross_site_request', `This page is not part of ${ours}. Sign in at ${ours}/dashboard.`);
}
