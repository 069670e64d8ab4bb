import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { asProblem } from './as-problem.ts';
import type { EventStreams } from './event-streams.ts';
import type { Metrics } from './metrics.ts';
import { presentProblem } from './present-problem.ts';
import type { AnyAnswer, StreamAnswer } from './route.ts';

/** Who hears of every answer. */
export interface Observers {
  metrics: Metrics;
  log: { logger: Logger; writeLine(members: string): void };
}

/** The one way out: every answer and every error leaves through here, with the same headers. */
export interface Responder {
  send(reply: FastifyReply, answer: AnyAnswer): FastifyReply;
  refuse(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply;
}

export function createResponder(baseUrl: string, streams: EventStreams, witnesses: Observers): Responder {
  const always = alwaysHeaders(baseUrl);

  function send(reply: FastifyReply, answer: AnyAnswer): FastifyReply {
    if ('events' in answer) return stream(reply, answer);
    logAndCount(witnesses, reply.request, answer.status);
    return reply
      .code(answer.status)
      .headers(always)
      .header('request-id', reply.request.id)
      .headers(answer.headers ?? {})
      .send(answer.body);
  }

  /** A stream is refused like any request while too many are open. */
  function stream(reply: FastifyReply, answer: StreamAnswer): FastifyReply {
    const { request } = reply;
    const body = request.method === 'HEAD' ? '' : streams.open(answer.events);
    logAndCount(witnesses, request, answer.status);
    return reply
      .code(answer.status)
      .headers({ ...always, ...STREAM_HEADERS, ...answer.headers, 'request-id': request.id })
      .send(body);
  }

  function refuse(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
    const problem = asProblem(error);
    if (problem.code === 'internal' || problem.code === 'unavailable') {
      witnesses.log.logger.error({ request_id: request.id, err: problem.cause ?? error }, problem.code);
    }
    const at = { baseUrl, path: request.raw.url ?? '', requestId: request.id };
    return send(reply, presentProblem(problem, at));
  }

  return { send, refuse };
}

/** None of these fields can hold a character that JSON would escape. */
function logAndCount({ metrics, log }: Observers, request: FastifyRequest, status: number): void {
  const ms = Math.round((performance.now() - request.startedAtMs) * 10) / 10;
  const route = request.routePath;
  metrics.observeRequest(route, status, ms / 1_000);
  const { principal } = request;
  const who = principal ? `,"merchant":"${principal.merchantId}","key":"${principal.keyId}"` : signedInOf(request);
  log.writeLine(
    `"request_id":"${request.id}","method":"${request.method}","route":"${route}",` +
      `"status":${status},"ms":${ms}${who},"msg":"request"`,
  );
}

function signedInOf({ visit }: FastifyRequest): string {
  const session = visit?.signedIn?.session;
  return session ? `,"merchant":"${session.merchantId}","session":"${session.id}"` : '';
}

/** A proxy must neither keep nor gather what is told. */
const STREAM_HEADERS = { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' };

/** A route overrides what it must: a page its content policy, reference data its caching. */
function alwaysHeaders(baseUrl: string): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    'cross-origin-resource-policy': 'same-origin',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    ...(baseUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
}
