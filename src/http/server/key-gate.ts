import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { Problem } from '../../domain/errors.ts';
import { LIMITS } from '../../domain/limits.ts';
import { API_VERSIONS } from '../../domain/version.ts';
import { authenticateKey, type Principal } from '../../usecases/keys/authenticate-key.ts';
import type { Context } from './context.ts';
import { RateLimit } from './rate-limit.ts';
import { rawParams, rawQuery } from './raw-request.ts';
import type { KeyedRoute } from './route.ts';

export type KeyGate = (route: KeyedRoute) => onRequestHookHandler;

const CACHED_MAX = 1_000;

/** Checks key, key pair, address, scope, version and rate limit, in this order, before the body is read. */
export function createKeyGate(context: Context): KeyGate {
  const { createPerSecond, readPerSecond } = context.config;
  const limits = {
    create: new RateLimit('create', { perSecond: createPerSecond, capacity: createPerSecond * LIMITS.burstFactor }),
    read: new RateLimit('read', { perSecond: readPerSecond, capacity: readPerSecond * LIMITS.burstFactor }),
  };
  const failures = new RateLimit('failed_keys', {
    perSecond: LIMITS.failedKeysPerMinute / 60,
    capacity: LIMITS.failedKeysPerMinute,
  });

  /** Principals by Authorization header, so that a busy client is not looked up and hashed for every request. */
  const cached = new Map<string, Principal>();

  function findCached(request: FastifyRequest): Principal | undefined {
    const principal = cached.get(request.headers.authorization ?? '');
    if (principal?.publicKey !== publicKeyOf(request)) return undefined;
    return principal.validUntilMs > context.clock.nowMs() ? principal : undefined;
  }

  async function authenticate(request: FastifyRequest): Promise<Principal> {
    const principal = await identify(context, failures, request);
    if (cached.size >= CACHED_MAX) cached.clear();
    cached.set(request.headers.authorization ?? '', principal);
    return principal;
  }

  function pass(route: KeyedRoute, request: FastifyRequest, reply: FastifyReply, principal: Principal): void {
    request.principal = principal;
    context.keyUseLog.note(principal.keyId, request.ip);
    if (!principal.scopes.includes(route.access)) {
      throw new Problem(
        'insufficient_scope',
        `The key does not have the scope ${route.access}. Use a key with this scope.`,
      );
    }
    reply.header('api-version', chooseVersion(request, principal));
    const limit = limits[route.rateLimit];
    const waitMs = limit.take(principal.keyId, context.clock.nowMs());
    const headers = limit.headers(principal.keyId, waitMs);
    if (waitMs > 0) throw rateLimitError(waitMs, headers);
    reply.headers(headers);
  }

  return (route) => (request, reply, done) => {
    if (isSigned(route, request)) return done();
    const known = findCached(request);
    if (!known) {
      const passing = authenticate(request).then((principal) => pass(route, request, reply, principal));
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

/** Whether a request has a signature instead of a key. The route checks the signature. */
const isSigned = (route: KeyedRoute, request: FastifyRequest): boolean =>
  route.handleSigned !== undefined &&
  request.headers.authorization === undefined &&
  rawQuery(request)['signature'] !== undefined;

const publicKeyOf = (request: FastifyRequest): string => rawParams(request)['public_key'] ?? '';

/** Invalid keys are rate limited by client address. A valid key is never rate limited for them. */
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
      if (waitMs > 0) throw rateLimitError(waitMs, failures.headers(request.ip, waitMs));
    }
    throw error;
  }
}

function chooseVersion(request: FastifyRequest, principal: Principal): string {
  const requested = request.headers['api-version'];
  if (requested === undefined) return principal.apiVersion;
  if (typeof requested !== 'string' || !API_VERSIONS.includes(requested)) {
    throw new Problem('api_version_unknown', `Send one of these versions: ${API_VERSIONS.join(', ')}.`);
  }
  return requested;
}

export const rateLimitError = (waitMs: number, headers: Record<string, string>) =>
  new Problem('rate_limited', 'Too many requests. Wait for the seconds in Retry-After, then retry.', {
    headers: { 'retry-after': String(Math.ceil(waitMs / 1_000)), ...headers },
  });
