import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { Problem } from '../../domain/errors.ts';
import { LIMITS } from '../../domain/limits.ts';
import { API_VERSIONS } from '../../domain/version.ts';
import { authenticateKey, missingCredentials, type Principal } from '../../usecases/keys/authenticate-key.ts';
import type { ClientConnections } from './client-connections.ts';
import { clientNetwork } from './client-network.ts';
import type { Context } from './context.ts';
import { CredentialLookups } from './credential-lookups.ts';
import { perMinute, perSecond, RateLimit, rateLimitError } from './rate-limit.ts';
import { rawParams } from './raw-request.ts';
import type { KeyedRoute } from './route.ts';
import type { VisitorGate } from './visitor-gate.ts';

export type KeyGate = (route: KeyedRoute) => onRequestHookHandler;

const CACHED_MAX = 1_000;

/**
 * Checks key, key pair, address, scope, version and rate limit, in this order, before the body is read. A request without
 * a key is a visitor's.
 */
export function createKeyGate(
  context: Context,
  visitors: VisitorGate,
  connections: Pick<ClientConnections, 'trust'>,
): KeyGate {
  const { createPerSecond, readPerSecond } = context.config;
  const limits = {
    create: new RateLimit('create', perSecond(createPerSecond)),
    read: new RateLimit('read', perSecond(readPerSecond)),
  };
  const failures = new RateLimit('failed_keys', perMinute(LIMITS.failedKeysPerMinute));

  const lookups = new CredentialLookups((client) => failures.remaining(client, context.clock.nowMs()));

  /** Principals by Authorization header, so that a busy client is not looked up and hashed for every request. */
  const cached = new Map<string, Principal>();

  function findCached(request: FastifyRequest): Principal | undefined {
    const principal = cached.get(request.headers.authorization ?? '');
    const publicKey = publicKeyOf(request);
    if (publicKey !== undefined && principal?.publicKey !== publicKey) return undefined;
    return principal && principal.validUntilMs > context.clock.nowMs() ? principal : undefined;
  }

  async function authenticate(request: FastifyRequest, authorization: string): Promise<Principal> {
    const credentials = { publicKey: publicKeyOf(request), authorization, address: request.ip };
    const identify = (principal: Principal) => {
      request.principal = principal;
    };
    const principal = await lookups.find(request, authorization, () => authenticateKey(context, credentials, identify));
    if (cached.size >= CACHED_MAX) cached.clear();
    cached.set(authorization, principal);
    return principal;
  }

  function pass(route: KeyedRoute, request: FastifyRequest, reply: FastifyReply, principal: Principal): void {
    request.principal = principal;
    connections.trust(request.raw.socket);
    context.keyUseLog.note(principal.keyId, request.ip);
    if (!principal.scopes.includes(route.access)) {
      throw new Problem(
        'insufficient_scope',
        `The key does not have the scope \`${route.access}\`. Create a key with it under API keys on the dashboard.`,
      );
    }
    reply.header('api-version', chooseVersion(request, principal));
    const limit = limits[route.rateLimit];
    const waitMs = limit.take(principal.keyId, context.clock.nowMs());
    const headers = limit.headers(principal.keyId, waitMs);
    if (waitMs > 0) throw rateLimitError(waitMs, headers);
    reply.headers(headers);
  }

  /** Invalid keys are rate limited by client address. A valid key is never rate limited for them. */
  function fail(request: FastifyRequest, reply: FastifyReply, error: Error, done: (error: Error) => void): void {
    const code = error instanceof Problem ? error.code : undefined;
    if (code === 'missing_credentials') return visitors.admit(request, reply, (refused) => done(refused ?? error));
    const refused =
      code === 'invalid_private_key' ? failures.count(clientNetwork(request.ip), context.clock.nowMs()) : undefined;
    if (refused) visitors.delay(request, refused, () => done(refused));
    else done(error);
  }

  return (route) => (request, reply, done) => {
    const { authorization } = request.headers;
    if (authorization === undefined) {
      visitors.admit(request, reply, (refused) =>
        done(refused ?? (route.handleVisitor ? undefined : missingCredentials())),
      );
      return;
    }
    const known = findCached(request);
    if (!known) {
      const passing = authenticate(request, authorization).then((principal) => pass(route, request, reply, principal));
      passing.then(
        () => done(),
        (error: Error) => fail(request, reply, error, done),
      );
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

/** Undefined if the path has none. */
const publicKeyOf = (request: FastifyRequest): string | undefined => rawParams(request)['public_key'];

function chooseVersion(request: FastifyRequest, principal: Principal): string {
  const requested = request.headers['api-version'];
  if (requested === undefined) return principal.apiVersion;
  if (typeof requested !== 'string' || !API_VERSIONS.includes(requested)) {
    throw new Problem('api_version_unknown', `Send one of these versions: ${API_VERSIONS.join(', ')}.`);
  }
  return requested;
}
