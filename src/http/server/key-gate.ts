import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { Problem } from '../../domain/errors.ts';
import { LIMITS } from '../../domain/limits.ts';
import { API_VERSIONS } from '../../domain/version.ts';
import { authenticateKey, type Principal } from '../../usecases/keys/authenticate-key.ts';
import { RateLimit } from './rate-limit.ts';
import type { Context, KeyedRoute } from './route.ts';

export type Gate = (route: KeyedRoute) => onRequestHookHandler;

const REMEMBERED_MAX = 1_000;

/** Who may pass: key, pair, address, scope, version, rate, in this order, before a byte of the body is read. */
export function openGate(context: Context): Gate {
  const { createPerSecond, readPerSecond } = context.config;
  const budgets = {
    create: new RateLimit('create', { perSecond: createPerSecond, capacity: createPerSecond * LIMITS.burstFactor }),
    read: new RateLimit('read', { perSecond: readPerSecond, capacity: readPerSecond * LIMITS.burstFactor }),
  };
  const failures = new RateLimit('failed_keys', {
    perSecond: LIMITS.failedKeysPerMinute / 60,
    capacity: LIMITS.failedKeysPerMinute,
  });

  /** By the whole Authorization header. */
  const remembered = new Map<string, Principal>();

  /** Whoever passed a moment ago is known at once: a busy client is not looked up and hashed for every request. */
  function recall(request: FastifyRequest): Principal | undefined {
    const principal = remembered.get(request.headers.authorization ?? '');
    if (principal?.publicKey !== publicKeyOf(request)) return undefined;
    return principal.validUntilMs > context.clock.nowMs() ? principal : undefined;
  }

  async function identifyAnew(request: FastifyRequest): Promise<Principal> {
    const principal = await identify(context, failures, request);
    if (remembered.size >= REMEMBERED_MAX) remembered.clear();
    remembered.set(request.headers.authorization ?? '', principal);
    return principal;
  }

  function pass(route: KeyedRoute, request: FastifyRequest, reply: FastifyReply, principal: Principal): void {
    request.principal = principal;
    context.keyUses.note(principal.keyId, request.ip);
    if (!principal.scopes.includes(route.access)) {
      throw new Problem(
        'insufficient_scope',
        `This operation needs the scope ${route.access}, which the key does not have.`,
      );
    }
    reply.header('api-version', chooseVersion(request, principal));
    const budget = budgets[route.budget];
    const waitMs = budget.take(principal.keyId, context.clock.nowMs());
    const headers = budget.headers(principal.keyId, waitMs);
    if (waitMs > 0) throw tooMany(waitMs, headers);
    reply.headers(headers);
  }

  return (route) => (request, reply, done) => {
    if (isSigned(route, request)) return done();
    const known = recall(request);
    if (!known) {
      const passing = identifyAnew(request).then((principal) => pass(route, request, reply, principal));
      passing.then(() => done(), done);
      return;
    }
    try {
      pass(route, request, reply, known);
    } catch (error) {
      done(error as Error);
      return;
    }
    done();
  };
}

/** Whether a request brings a signature in place of a key; the route checks it. */
const isSigned = (route: KeyedRoute, request: FastifyRequest): boolean =>
  route.handleSigned !== undefined &&
  request.headers.authorization === undefined &&
  (request.query as Record<string, unknown>)['signature'] !== undefined;

const publicKeyOf = (request: FastifyRequest): string => (request.params as Record<string, string>)['public_key'] ?? '';

/** A wrong key counts against the client's address; past the limit it is told to wait. A valid key never is. */
async function identify(context: Context, failures: RateLimit, request: FastifyRequest): Promise<Principal> {
  try {
    return await authenticateKey(context, {
      publicKey: publicKeyOf(request),
      authorization: request.headers.authorization,
      address: request.ip,
    });
  } catch (error) {
    if (error instanceof Problem && error.code === 'invalid_private_key') {
      const waitMs = failures.take(request.ip, context.clock.nowMs());
      if (waitMs > 0) throw tooMany(waitMs, failures.headers(request.ip, waitMs));
    }
    throw error;
  }
}

function chooseVersion(request: FastifyRequest, principal: Principal): string {
  const wanted = request.headers['api-version'];
  if (wanted === undefined) return principal.apiVersion;
  if (typeof wanted !== 'string' || !API_VERSIONS.includes(wanted)) {
    throw new Problem('api_version_unknown', `This server speaks ${API_VERSIONS.join(', ')}.`);
  }
  return wanted;
}

export const tooMany = (waitMs: number, headers: Record<string, string>) =>
  new Problem('rate_limited', 'Too many requests. Slow down to the rate in RateLimit-Policy.', {
    headers: { 'retry-after': String(Math.ceil(waitMs / 1_000)), ...headers },
  });
