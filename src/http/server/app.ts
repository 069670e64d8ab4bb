import { type IncomingHttpHeaders, METHODS } from 'node:http';
import fastify, { type FastifyInstance, type FastifyRequest, type onRequestHookHandler } from 'fastify';
import { Problem } from '../../domain/errors.ts';
import { holdsPrivateKey } from '../../domain/keys/key.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { Principal } from '../../usecases/keys/authenticate-key.ts';
import type { SignedIn } from '../../usecases/sessions/authenticate-session.ts';
import { readCheckoutFiles } from '../checkout/checkout-files.ts';
import { readDashboardFiles } from '../dashboard/dashboard-files.ts';
import { routes } from '../routes.ts';
import { answerClientError } from './client-error.ts';
import { Deadlines } from './deadlines.ts';
import { EventStreams } from './event-streams.ts';
import { type Gate, openGate } from './key-gate.ts';
import { buildOpenApi } from './openapi.ts';
import { type ParsedBody, parseBody, parseCsvBody } from './parse-body.ts';
import { openPayerGate, type PayerGate, preflightHeaders } from './payer-gate.ts';
import { readRequest } from './read-request.ts';
import { requestIds } from './request-ids.ts';
import { createResponder, type Observers, type Responder } from './responder.ts';
import {
  type AnyAnswer,
  type Call,
  type Context,
  isOfDashboard,
  type OpenRoute,
  type Route,
  type Visit,
} from './route.ts';
import { openSessionGate, type SessionGate } from './session-gate.ts';
import { buildSessionOpenApi } from './session-openapi.ts';

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | undefined;
    visit: Visit | undefined;
    startedAtMs: number;
    /** The path of its route, for the log and the metrics: never what a client made up. */
    routePath: string;
  }
}

export interface AppOptions extends Observers {
  context: Omit<Context, 'openapi' | 'sessionOpenapi' | 'dashboard' | 'checkout'>;
}

/** The HTTP server: every route of the list, one way in (the gate), one way out (the outlet). */
export function buildApp({ context: given, ...witnesses }: AppOptions): FastifyInstance {
  const { config } = given;
  const context: Context = {
    ...given,
    dashboard: readDashboardFiles(),
    checkout: readCheckoutFiles(),
    openapi: buildOpenApi(
      routes.filter((route) => !isOfDashboard(route)),
      config.baseUrl,
    ),
    sessionOpenapi: buildSessionOpenApi(routes.filter(isOfDashboard), config.baseUrl),
  };
  const streams = new EventStreams();
  const outlet = createResponder(config.baseUrl, streams, witnesses);
  const nextRequestId = requestIds(given.random);
  const app = fastify({
    // The outlet writes one line for each answer; the framework's logger per request is not needed.
    logger: false,
    genReqId: nextRequestId,
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
    clientErrorHandler: (error, socket) => answerClientError({ config, nextRequestId }, error, socket),
    frameworkErrors(error, request, reply) {
      // A path that cannot be read finds no route, and its request has none of what a hook would have set.
      Object.assign(request, { startedAtMs: performance.now(), routePath: 'unknown' });
      outlet.refuse(request, reply, error);
    },
  });
  for (const method of METHODS) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
  app.server.maxConnections = config.connectionsMax;
  app.decorateRequest('principal', undefined);
  app.decorateRequest('visit', undefined);
  app.decorateRequest('startedAtMs', 0);
  app.decorateRequest('routePath', 'unknown');
  readBodies(app);
  app.addHook('onRequest', (request, _reply, done) => {
    request.startedAtMs = performance.now();
    done(faultOf(request));
  });
  app.setErrorHandler((error, request, reply) => outlet.refuse(request, reply, error));
  app.setNotFoundHandler((request, reply) =>
    outlet.refuse(request, reply, new Problem('not_found', 'There is nothing at this path.')),
  );
  // An open stream would hold up the stop until its client goes.
  app.addHook('preClose', (done) => {
    streams.close();
    done();
  });
  const passage = {
    gate: openGate(context),
    sessionGate: openSessionGate(context),
    payerGate: openPayerGate(context),
    outlet,
    deadlines: new Deadlines(),
  };
  for (const route of routes) addRoute(app, context, passage, route);
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

interface Passage {
  gate: Gate;
  sessionGate: SessionGate;
  payerGate: PayerGate;
  outlet: Responder;
  deadlines: Deadlines;
}

const tooLate = () =>
  new Problem('unavailable', 'The database, or a network, did not answer in time. Try again in a moment.', {
    headers: { 'retry-after': '1' },
  });

function addRoute(app: FastifyInstance, context: Context, passage: Passage, route: Route): void {
  const { outlet, deadlines } = passage;
  const read = readRequest(route);
  const pass = gateOf(passage, route);
  const handle = handlerOf(context, route);
  const url = fastifyPath(route.path);
  app.route({
    method: route.method,
    url,
    ...(isOfPayer(route) ? { bodyLimit: LIMITS.payerBodyBytesMax } : {}),
    onRequest(request, reply, done) {
      request.routePath = url;
      return pass.call(app, request, reply, done);
    },
    handler(request, reply) {
      const work = handle(read(request), request);
      if (!(work instanceof Promise)) {
        outlet.send(reply, work);
        return;
      }
      const refuse = (error: unknown) => void outlet.refuse(request, reply, error);
      const ticket = deadlines.start(request.startedAtMs + LIMITS.answerMsMax, () => refuse(tooLate()));
      work
        .then(
          (answer) => void (deadlines.end(ticket) && outlet.send(reply, answer)),
          (error: unknown) => void (deadlines.end(ticket) && refuse(error)),
        )
        .catch(refuse);
    },
  });
}

const isOfPayer = (route: Route): route is OpenRoute & { payer: object } =>
  route.access === 'open' && route.payer !== undefined;

function gateOf({ gate, sessionGate, payerGate }: Passage, route: Route): onRequestHookHandler {
  if (isOfPayer(route)) return payerGate(route.payer.bucket);
  if (route.access === 'open') return (_request, _reply, done) => done();
  return isOfDashboard(route) ? sessionGate(route) : gate(route);
}

/** What a route is given of the request depends on its kind, which is known before the first request. */
function handlerOf(
  context: Context,
  route: Route,
): (call: Call, request: FastifyRequest) => AnyAnswer | Promise<AnyAnswer> {
  if (route.access === 'open') return (call) => route.handle(context, call);
  if (route.access === 'visitor') {
    return (call, request) => route.handle(context, { ...call, visit: request.visit as Visit });
  }
  if (route.access === 'session') {
    return (call, request) => {
      const visit = request.visit as Visit;
      return route.handle(context, { ...call, visit, signedIn: visit.signedIn as SignedIn });
    };
  }
  return (call, request) => {
    const { principal } = request;
    // The gate has let through whom it knows, and on some routes whoever brings a signature.
    if (principal === undefined && route.handleSigned) return route.handleSigned(context, call);
    return route.handle(context, { ...call, principal: principal as Principal });
  };
}

/** A path that exists answers 405 to a method that it does not take, not 404. */
function refuseOtherMethods(app: FastifyInstance, outlet: Responder): void {
  const allowed = new Map<string, Set<string>>();
  for (const route of routes) {
    const methods = allowed.get(route.path) ?? new Set<string>();
    methods.add(route.method);
    if (route.method === 'GET') methods.add('HEAD');
    allowed.set(route.path, methods);
  }
  for (const { path } of routes.filter(isOfPayer)) {
    allowed.get(path)?.add('OPTIONS');
    app.options(fastifyPath(path), {
      onRequest: async (request, reply) => {
        request.routePath = fastifyPath(path);
        return outlet.send(reply, { status: 204, headers: preflightHeaders, body: '' });
      },
      handler: () => undefined,
    });
  }
  for (const [path, methods] of allowed) {
    app.route({
      method: app.supportedMethods.filter((method) => !methods.has(method)),
      url: fastifyPath(path),
      // The answer does not depend on the body, so none is read.
      onRequest: async (request, reply) => {
        const allow = [...methods].join(', ');
        request.routePath = fastifyPath(path);
        const problem = new Problem('method_not_allowed', `This path takes ${allow}.`, { headers: { allow } });
        return outlet.refuse(request, reply, problem);
      },
      handler: () => undefined,
    });
  }
}

function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const add = (type: string, bodyLimit: number, parse: (bytes: Buffer) => ParsedBody) =>
    app.addContentTypeParser<Buffer>(type, { parseAs: 'buffer', bodyLimit }, (request, bytes, done) => {
      try {
        done(null, readBody(request.headers, bytes, parse));
      } catch (error) {
        done(error as Error);
      }
    });
  add('application/json', LIMITS.bodyBytesMax, parseBody);
  add('text/csv', LIMITS.importBytesMax, parseCsvBody);
}

function readBody(headers: IncomingHttpHeaders, bytes: Buffer, parse: (bytes: Buffer) => ParsedBody): ParsedBody {
  const type = headers['content-type'] ?? '';
  const charset = type === 'application/json' ? undefined : /charset="?([^";]+)/i.exec(type)?.[1];
  if (headers['content-encoding'] !== undefined || (charset && !/^utf-?8$/i.test(charset))) {
    throw new Problem('unsupported_media_type', 'The body must be in UTF-8, without content encoding.');
  }
  return parse(bytes);
}

const fastifyPath = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1');
