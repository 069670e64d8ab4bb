import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { Problem } from '../../domain/errors.ts';
import { LIMITS } from '../../domain/limits.ts';
import { authenticateSession, isCsrfToken } from '../../usecases/sessions/authenticate-session.ts';
import { readCookie, sessionCookie } from '../sessions/session-cookie.ts';
import { tooMany } from './key-gate.ts';
import { RateLimit } from './rate-limit.ts';
import type { Context, SessionRoute, VisitorRoute } from './route.ts';

export type SessionGate = (route: VisitorRoute | SessionRoute) => onRequestHookHandler;

const limit = (name: string, perSecond: number) =>
  new RateLimit(name, { perSecond, capacity: perSecond * LIMITS.burstFactor });

/** Who may pass at the dashboard: origin, session, token, rate, in this order, before a byte of the body is read. */
export function openSessionGate(context: Context): SessionGate {
  const { baseUrl, createPerSecond, readPerSecond } = context.config;
  const cookie = sessionCookie(baseUrl);
  const { origin } = new URL(baseUrl);
  const visitors = limit('visitor', LIMITS.visitorPerSecond);
  const budgets = { create: limit('session_create', createPerSecond), read: limit('session_read', readPerSecond) };

  function take(budget: RateLimit, name: string): void {
    const waitMs = budget.take(name, context.clock.nowMs());
    if (waitMs > 0) throw tooMany(waitMs, budget.headers(name, waitMs));
  }

  async function pass(route: VisitorRoute | SessionRoute, request: FastifyRequest, reply: FastifyReply) {
    const { headers, ip } = request;
    const changes = route.method !== 'GET';
    if (changes) checkOrigin(request, origin);
    const token = cookie && readCookie(headers.cookie, cookie.name);
    const signedIn = token === undefined ? undefined : await authenticateSession(context, token);
    // Whoever is signed in is never refused for what others at the same address do.
    if (!signedIn) take(visitors, ip);
    request.visit = { address: ip, userAgent: headers['user-agent'] ?? '', signedIn };
    if (cookie && token !== undefined && signedIn?.renewed && !changes) {
      reply.header('set-cookie', cookie.write(token));
    }
    if (route.access === 'visitor') return;
    if (!signedIn) throw new Problem('not_signed_in', 'Sign in to the dashboard first.');
    if (changes && !isCsrfToken(signedIn, headers['x-florin-csrf'])) {
      throw new Problem('csrf_token_invalid', 'Send the csrf_token of the session in the header X-Florin-CSRF.');
    }
    take(budgets[route.budget], signedIn.session.id);
  }

  return (route) => (request, reply, done) => {
    pass(route, request, reply).then(() => done(), done);
  };
}

/** Browsers say where a request comes from, and a page cannot make them lie about it. */
function checkOrigin({ headers }: FastifyRequest, ours: string): void {
  const same = headers.origin === undefined ? headers['sec-fetch-site'] === 'same-origin' : headers.origin === ours;
  if (!same) throw new Problem('cross_site_request', `Only pages of ${ours} may send this request.`);
}
