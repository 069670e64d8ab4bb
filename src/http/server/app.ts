import { METHODS } from 'node:http';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { Problem } from '../../domain/errors.ts';
import { inIpRanges } from '../../domain/ip-ranges.ts';
import { holdsPrivateKey } from '../../domain/keys/key.ts';
import { LIMITS } from '../../domain/limits.ts';
import { once } from '../../domain/once.ts';
import { ExportSlots } from '../../usecases/exports/export-slots.ts';
import type { Principal } from '../../usecases/keys/authenticate-key.ts';
import { readCheckoutFiles } from '../checkout/checkout-files.ts';
import { readDashboardFiles } from '../dashboard/dashboard-files.ts';
import { InvoicePdfs } from '../invoices/invoice-pdfs.ts';
import { PdfThread } from '../invoices/pdf-thread.ts';
import { createCallLog } from '../requests/create-call-log.ts';
import { routes } from '../routes.ts';
import { addBodyParsers } from './add-body-parsers.ts';
import { addPreflight, addRoute, isPayerRoute } from './add-route.ts';
import type { Visit } from './call.ts';
import { ClientConnections } from './client-connections.ts';
import { answerClientError } from './client-error.ts';
import type { Context } from './context.ts';
import { EventStreams } from './event-streams.ts';
import { createKeyGate } from './key-gate.ts';
import { addMethodErrors, createFindMiss, lacksParameter } from './method-errors.ts';
import { buildOpenApi } from './openapi/build-openapi.ts';
import { buildSessionOpenApi } from './openapi/build-session-openapi.ts';
import { originForm } from './origin-form.ts';
import { createPayerGate } from './payer-gate.ts';
import { requestIds } from './request-ids.ts';
import { RequestTimeouts } from './request-timeouts.ts';
import { createResponder, type Telemetry } from './responder.ts';
import { isDashboardRoute, type Route } from './route.ts';
import { createSessionGate } from './session-gate.ts';
import { createVisitorGate } from './visitor-gate.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose key it is. The request may still be rejected. */
    principal: Principal | undefined;
    visit: Visit | undefined;
    startedAtMs: number;
    /** Lets the next request of a client without a key go on. */
    leave: (() => void) | undefined;
    /** The path of the route, for the log and the metrics. It contains nothing that the client sent. */
    routePath: string;
    /** Undefined if there is none for the path and method. */
    route: Route | undefined;
  }
}

export interface AppOptions extends Omit<Telemetry, 'logCall'> {
  context: Omit<Context, 'openapi' | 'sessionOpenapi' | 'dashboard' | 'checkout' | 'pdfs' | 'exportSlots'>;
}

/** The HTTP server. Each request passes the gate of its route, and the responder sends every answer. */
export function buildApp({ context: given, ...telemetry }: AppOptions): FastifyInstance {
  const { config } = given;
  const pdfs = new InvoicePdfs(given.clock, new PdfThread());
  const context: Context = {
    ...given,
    pdfs,
    exportSlots: new ExportSlots(),
    dashboard: readDashboardFiles(),
    checkout: readCheckoutFiles(),
    openapi: once(() =>
      buildOpenApi(
        routes.filter((route) => !isDashboardRoute(route)),
        config.baseUrl,
      ),
    ),
    sessionOpenapi: once(() => buildSessionOpenApi(routes.filter(isDashboardRoute), config.baseUrl)),
  };
  const streams = new EventStreams();
  const responder = createResponder(config.baseUrl, streams, {
    ...telemetry,
    logCall: config.requestLogDays === 0 ? () => undefined : createCallLog(given.requestLog),
  });
  const visitors = createVisitorGate(context);
  const nextRequestId = requestIds(given);
  const routerOptions = { maxParamLength: 1_000, ignoreTrailingSlash: false };
  const findMiss = createFindMiss(routes, routerOptions, config.baseUrl);
  const app = fastify({
    // The responder writes one line for each answer, so the framework's request log is off.
    logger: false,
    genReqId: nextRequestId,
    rewriteUrl: ({ url = '' }) => originForm(url),
    trustProxy: config.trustProxy.length > 0 ? [...config.trustProxy] : false,
    bodyLimit: LIMITS.bodyBytesMax,
    requestTimeout: LIMITS.requestTimeoutMs,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    // While the server stops, it still answers requests on open connections, with our answers and not the framework's.
    return503OnClosing: false,
    routerOptions,
    // Routes are validated by `readRequest`, so the framework's validator and serializer are not loaded.
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
    // `findRequestError` reports a missing Host header, as a problem.
    http: { requireHostHeader: false, headersTimeout: LIMITS.headersTimeoutMs, connectionsCheckingInterval: 1_000 },
    clientErrorHandler: (error, socket) => answerClientError({ config, nextRequestId }, error, socket),
    frameworkErrors(error, request, reply) {
      // An invalid path matches no route, so no hook has set these.
      Object.assign(request, { startedAtMs: performance.now(), routePath: 'unknown' });
      connections.waitForAnswers(request.raw.socket, () =>
        visitors.admit(request, reply, (refused) => void responder.sendError(request, reply, refused ?? error)),
      );
    },
  });
  for (const method of METHODS) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
  const connections = new ClientConnections({
    connectionsMax: config.connectionsMax,
    isProxy: inIpRanges(config.trustProxy),
  });
  connections.watch(app.server);
  // Node answers 417 without a body. A server may ignore an expectation that it does not know (RFC 9110, 10.1.1).
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  telemetry.metrics.watchTraffic({ connections, streams });
  app.decorateRequest('principal', undefined);
  app.decorateRequest('visit', undefined);
  app.decorateRequest('startedAtMs', 0);
  app.decorateRequest('leave', undefined);
  app.decorateRequest('routePath', 'unknown');
  app.decorateRequest('route', undefined);
  addBodyParsers(app);
  app.addHook('onRequest', (request, reply, done) =>
    connections.waitForAnswers(request.raw.socket, () => {
      // What was sent together with the request for which the connection was closed.
      if (request.raw.socket.destroyed) return;
      request.startedAtMs = performance.now();
      if (given.intake.isEnding) void reply.header('connection', 'close');
      const error = findRequestError(request);
      if (error || request.is404 || lacksParameter(request.raw.url ?? '', () => request.routeOptions.url ?? ''))
        visitors.admit(request, reply, (refused) => done(refused ?? error ?? findMiss(request)));
      else done();
    }),
  );
  app.setErrorHandler((error, request, reply) => responder.sendError(request, reply, error));
  // An open stream would delay the stop until its client disconnects.
  app.addHook('preClose', (done) => {
    streams.close();
    done();
  });
  app.addHook('onClose', () => pdfs.close());
  const services = {
    context,
    responder,
    keyGate: createKeyGate(context, visitors, connections),
    sessionGate: createSessionGate(context, visitors, connections),
    payerGate: createPayerGate(context, visitors),
    visitors,
    timeouts: new RequestTimeouts(),
  };
  for (const route of routes) addRoute(app, services, route);
  for (const { path } of routes.filter(isPayerRoute)) addPreflight(app, services, path);
  addMethodErrors(app, services, routes, findMiss);
  return app;
}

const noCompiler = (): never => {
  throw new Error('No route has a schema of the framework.');
};

/** Checks that apply to every path. */
function findRequestError({ raw, originalUrl }: FastifyRequest): Problem | undefined {
  if (raw.headers.host === undefined && raw.httpVersion !== '1.0') {
    return new Problem('malformed_request', 'The request has no Host header.');
  }
  return holdsPrivateKey(originalUrl)
    ? new Problem('private_key_in_url', 'The URL contains a private key. Roll the key, and use the public key instead.')
    : undefined;
}
