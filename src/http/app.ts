import { type IncomingHttpHeaders, METHODS } from 'node:http';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { Problem } from '../domain/errors.ts';
import { holdsPrivateKey } from '../domain/key.ts';
import { LIMITS } from '../domain/limits.ts';
import type { Principal } from '../usecases/authenticate-key.ts';
import { answerClientError } from './client-error.ts';
import { type Gate, openGate } from './gate.ts';
import { makeRequestId } from './make-request-id.ts';
import type { Metrics } from './metrics.ts';
import { buildOpenApi } from './openapi.ts';
import { createOutlet, type Outlet } from './outlet.ts';
import { type ParsedBody, parseBody } from './parse-body.ts';
import { readRequest } from './read-request.ts';
import type { Context, Route } from './route.ts';
import { routes } from './routes.ts';
import { within } from './within.ts';

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | undefined;
  }
}

interface Witnesses {
  metrics: Metrics;
  logger: Logger;
}

export interface AppOptions extends Witnesses {
  context: Omit<Context, 'openapi'>;
}

/** The HTTP server: every route of the list, one way in (the gate), one way out (the outlet). */
export function buildApp({ context: given, metrics, logger }: AppOptions): FastifyInstance {
  const { config } = given;
  const context: Context = { ...given, openapi: buildOpenApi(routes, config.baseUrl) };
  const outlet = createOutlet(config.baseUrl, logger);
  const app = fastify({
    // One line a request is written by `logAndCount`; the framework's logger per request is not needed.
    logger: false,
    genReqId: () => makeRequestId(given.random),
    trustProxy: config.trustProxy.length > 0 ? [...config.trustProxy] : false,
    bodyLimit: LIMITS.bodyBytesMax,
    requestTimeout: LIMITS.requestTimeoutMs,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    // A request that comes over an open connection during a stop is still answered, by us and not by the framework.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 1_000, ignoreTrailingSlash: false },
    // A missing Host header is refused by us, with a problem that can be read.
    http: { requireHostHeader: false, headersTimeout: LIMITS.headersTimeoutMs, connectionsCheckingInterval: 1_000 },
    clientErrorHandler: (error, socket) => answerClientError(given, error, socket),
    frameworkErrors: (error, request, reply) => void outlet.refuse(request, reply, error),
  });
  for (const method of METHODS) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
  app.server.maxConnections = config.connectionsMax;
  app.decorateRequest('principal', undefined);
  readBodies(app);
  app.addHook('onRequest', (request, _reply, done) => done(faultOf(request)));
  app.addHook('onResponse', (request, reply, done) => {
    logAndCount({ logger, metrics }, request, reply);
    done();
  });
  app.setErrorHandler((error, request, reply) => outlet.refuse(request, reply, error));
  app.setNotFoundHandler((request, reply) =>
    outlet.refuse(request, reply, new Problem('not_found', 'There is nothing at this path.')),
  );
  const gate = openGate(context);
  for (const route of routes) addRoute(app, context, { gate, outlet }, route);
  refuseOtherMethods(app, outlet);
  return app;
}

/** What is wrong with a request whatever its path. */
function faultOf({ raw }: FastifyRequest): Problem | undefined {
  if (raw.headers.host === undefined && raw.httpVersion !== '1.0') {
    return new Problem('malformed_request', 'The request has no Host header.');
  }
  return holdsPrivateKey(raw.url ?? '')
    ? new Problem('private_key_in_url', 'The URL holds a private key. Roll it, and put the public key there.')
    : undefined;
}

function addRoute(app: FastifyInstance, context: Context, gates: { gate: Gate; outlet: Outlet }, route: Route): void {
  const { gate, outlet } = gates;
  const read = readRequest(route);
  app.route({
    method: route.method,
    url: fastifyPath(route.path),
    ...(route.access === 'open' ? {} : { onRequest: gate(route) }),
    async handler(request, reply) {
      const call = read(request);
      const work =
        route.access === 'open'
          ? route.handle(context, call)
          : route.handle(context, { ...call, principal: request.principal as Principal });
      const answer = await within(LIMITS.answerMsMax - reply.elapsedTime, work);
      return outlet.send(reply, answer);
    },
  });
}

/** A path that exists answers 405 to a method that it does not take, not 404. */
function refuseOtherMethods(app: FastifyInstance, outlet: Outlet): void {
  const allowed = new Map<string, Set<string>>();
  for (const route of routes) {
    const methods = allowed.get(route.path) ?? new Set<string>();
    methods.add(route.method);
    if (route.method === 'GET') methods.add('HEAD');
    allowed.set(route.path, methods);
  }
  for (const [path, methods] of allowed) {
    app.route({
      method: app.supportedMethods.filter((method) => !methods.has(method)),
      url: fastifyPath(path),
      // The answer does not depend on the body, so none is read.
      onRequest: async (request, reply) => {
        const allow = [...methods].join(', ');
        const problem = new Problem('method_not_allowed', `This path takes ${allow}.`, { headers: { allow } });
        return outlet.refuse(request, reply, problem);
      },
      handler: () => undefined,
    });
  }
}

function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    try {
      done(null, readBody(request.headers, bytes));
    } catch (error) {
      done(error as Error);
    }
  });
}

function readBody(headers: IncomingHttpHeaders, bytes: Buffer): ParsedBody {
  const charset = /charset="?([^";]+)/i.exec(headers['content-type'] ?? '')?.[1];
  if (headers['content-encoding'] !== undefined || (charset && !/^utf-?8$/i.test(charset))) {
    throw new Problem('unsupported_media_type', 'The body must be JSON in UTF-8, without content encoding.');
  }
  return parseBody(bytes);
}

function logAndCount({ logger, metrics }: Witnesses, request: FastifyRequest, reply: FastifyReply): void {
  const route = request.routeOptions.url ?? 'unknown';
  const ms = reply.elapsedTime;
  metrics.observeRequest(route, reply.statusCode, ms / 1_000);
  logger.info(
    {
      request_id: request.id,
      method: request.method,
      route,
      status: reply.statusCode,
      ms: Math.round(ms * 10) / 10,
      merchant: request.principal?.merchantId,
      key: request.principal?.keyId,
    },
    'request',
  );
}

const fastifyPath = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1');
