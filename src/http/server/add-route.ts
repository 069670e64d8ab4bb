import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify';
import { Problem } from '../../domain/errors.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { Principal } from '../../usecases/keys/authenticate-key.ts';
import type { SignedIn } from '../../usecases/sessions/authenticate-session.ts';
import type { AnyAnswer } from './answer.ts';
import type { AnyCall, Visit } from './call.ts';
import type { Context } from './context.ts';
import type { KeyGate } from './key-gate.ts';
import { type PayerGate, preflightHeaders } from './payer-gate.ts';
import { readRequest } from './read-request.ts';
import type { RequestTimeouts } from './request-timeouts.ts';
import type { Responder } from './responder.ts';
import { isDashboardRoute, type OpenRoute, type Route } from './route.ts';
import type { SessionGate } from './session-gate.ts';
import { traceCall } from './trace-call.ts';
import type { VisitorGate } from './visitor-gate.ts';

/** What all routes share. */
export interface RouteServices {
  context: Context;
  responder: Responder;
  keyGate: KeyGate;
  sessionGate: SessionGate;
  payerGate: PayerGate;
  visitors: VisitorGate;
  timeouts: RequestTimeouts;
}

const timeoutError = () =>
  new Problem('unavailable', 'The database or a network did not respond in time. Try again in a moment.', {
    headers: { 'retry-after': '1' },
  });

/** Serves a route: its gate, then the validation, then its handler. */
export function addRoute(app: FastifyInstance, services: RouteServices, route: Route): void {
  const { responder, timeouts } = services;
  const read = readRequest(route);
  const pass = gateFor(services, route);
  const handle = handlerFor(services.context, route);
  const isForMonitoring = route.access === 'open' && route.forMonitoring === true;
  const tracer = isForMonitoring ? undefined : services.context.tracer;
  const url = fastifyPath(route.path);
  app.route({
    method: route.method,
    url,
    ...(isPayerRoute(route) ? { bodyLimit: LIMITS.payerBodyBytesMax } : {}),
    onRequest(request, reply, done) {
      request.routePath = url;
      request.route = route;
      const { error } = services.context.intake;
      if (error && !isForMonitoring) {
        done(error);
        return;
      }
      return pass.call(app, request, reply, done);
    },
    handler(request, reply) {
      const work = tracer
        ? traceCall(tracer, request, () => handle(read(request), request))
        : handle(read(request), request);
      if (!(work instanceof Promise)) {
        responder.send(reply, work);
        return;
      }
      const sendError = (error: unknown) => void responder.sendError(request, reply, error);
      const timeout = timeouts.start(request.startedAtMs + LIMITS.answerMsMax, () => sendError(timeoutError()));
      work
        .then(
          (answer) => void (timeouts.end(timeout) && responder.send(reply, answer)),
          (error: unknown) => void (timeouts.end(timeout) && sendError(error)),
        )
        .catch(sendError);
    },
  });
}

type PayerRoute = OpenRoute & Required<Pick<OpenRoute, 'payerLimit'>>;

export const isPayerRoute = (route: Route): route is PayerRoute =>
  route.access === 'open' && route.payerLimit !== undefined;

/** Every kind of route has a gate that counts its requests. */
function gateFor({ keyGate, sessionGate, payerGate, visitors }: RouteServices, route: Route): onRequestHookHandler {
  if (isPayerRoute(route)) return payerGate(route.payerLimit);
  if (route.access === 'open') {
    return route.forMonitoring
      ? (request, _reply, done) => visitors.admitMonitor(request, done)
      : (request, reply, done) => visitors.admit(request, reply, done);
  }
  return isDashboardRoute(route) ? sessionGate(route) : keyGate(route);
}

/** Adds to a call what its kind of route needs. The kind is known before the first request. */
function handlerFor(
  context: Context,
  route: Route,
): (call: AnyCall, request: FastifyRequest) => AnyAnswer | Promise<AnyAnswer> {
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
    if (principal === undefined && route.handleVisitor) return route.handleVisitor(context, call);
    return route.handle(context, { ...call, principal: principal as Principal });
  };
}

/** Answers the browser's question whether another site may call a path. */
export function addPreflight(
  app: FastifyInstance,
  { responder, visitors }: Pick<RouteServices, 'responder' | 'visitors'>,
  path: string,
): void {
  const url = fastifyPath(path);
  app.options(url, {
    onRequest(request, reply, done) {
      request.routePath = url;
      visitors.admit(request, reply, (refused) => {
        if (refused) done(refused);
        else responder.send(reply, { status: 204, headers: preflightHeaders });
      });
    },
    handler: () => undefined,
  });
}

export const fastifyPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');
