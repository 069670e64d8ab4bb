import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Problem } from '../../domain/errors.ts';
import type { CallOutcome, LogCall } from '../requests/create-call-log.ts';
import { type AnyAnswer, type DownloadAnswer, hasBody, type StreamAnswer } from './answer.ts';
import { answerFile } from './answer-file.ts';
import { clientNetwork } from './client-network.ts';
import type { EventStreams, StreamReader } from './event-streams.ts';
import type { Metrics } from './metrics.ts';
import { presentProblem } from './present-problem.ts';
import { prefersPage, presentProblemPage } from './present-problem-page.ts';
import { toProblem } from './to-problem.ts';

/** The log and the metrics of every answer, and the request log of merchants. */
export interface Telemetry {
  metrics: Metrics;
  logCall: LogCall;
  log: { logger: Logger; writeLine(members: string): void };
}

/** Sends every answer and every error, with the same headers. */
export interface Responder {
  send(reply: FastifyReply, answer: AnyAnswer): FastifyReply;
  sendError(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply;
}

export function createResponder(baseUrl: string, streams: EventStreams, telemetry: Telemetry): Responder {
  const defaults = defaultHeaders(baseUrl);

  function send(reply: FastifyReply, answer: AnyAnswer, problem?: Problem): FastifyReply {
    if ('events' in answer) return stream(reply, answer);
    if ('chunks' in answer) return download(reply, answer);
    if ('file' in answer) return send(reply, answerFile(reply.request.headers, answer));
    const { status, intentId } = answer;
    const body = textOf(answer.body);
    const ms = elapsedMs(reply.request);
    reply
      .code(answer.status)
      .headers(defaults)
      .header('request-id', reply.request.id)
      .headers(answer.headers ?? {});
    if (hasBody(status)) reply.send(body);
    else reply.removeHeader('content-type').send();
    // The client has its answer by now and does not wait for this.
    logAndCount(telemetry, reply.request, { status, ms, problem: problem?.code, intentId, body });
    reply.request.leave?.();
    return reply;
  }

  /** Throws if too many streams are open, so that the client gets an error answer. */
  function stream(reply: FastifyReply, answer: StreamAnswer): FastifyReply {
    const { request } = reply;
    const body = request.method === 'HEAD' ? '' : streams.open(answer.events, readerOf(request));
    logAndCount(telemetry, request, { ...answer, ms: elapsedMs(request) });
    request.leave?.();
    return reply
      .code(answer.status)
      .headers({ ...defaults, ...STREAM_HEADERS, ...answer.headers, 'request-id': request.id })
      .send(body);
  }

  /** A failure on the way breaks the connection, so that the client does not take a part for the whole. */
  function download(reply: FastifyReply, { status, headers, chunks, trailers, ended }: DownloadAnswer): FastifyReply {
    const { request } = reply;
    logAndCount(telemetry, request, { status, ms: elapsedMs(request) });
    const all = { ...defaults, ...headers, 'request-id': request.id };
    if (request.method === 'HEAD') {
      ended();
      return reply.code(status).headers(all).send('');
    }
    const body = Readable.from(chunks, { objectMode: false });
    body.once('close', ended);
    body.once('error', (error) => telemetry.log.logger.error({ request_id: request.id, err: error }, 'download'));
    for (const [name, value] of Object.entries(trailers)) {
      reply.trailer(name, (_reply, _payload, done) => done(null, value()));
    }
    return reply.code(status).headers(all).send(body);
  }

  function sendError(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
    const problem = toProblem(error);
    if (problem.code === 'internal' || problem.code === 'unavailable') {
      telemetry.log.logger.error({ request_id: request.id, err: problem.cause ?? error }, problem.code);
    }
    const at = { baseUrl, path: request.raw.url ?? '', requestId: request.id };
    if (request.method !== 'GET' && request.method !== 'HEAD') return send(reply, presentProblem(problem, at), problem);
    const answer = prefersPage(request.headers) ? presentProblemPage(problem, at) : presentProblem(problem, at);
    return send(reply, { ...answer, headers: { ...answer.headers, vary: 'Accept' } }, problem);
  }

  return { send, sendError };
}

/** A value becomes JSON; text and bytes are sent as they are. */
function textOf(body: unknown): string | Buffer {
  if (typeof body === 'string' || Buffer.isBuffer(body)) return body;
  return body === undefined ? '' : JSON.stringify(body);
}

/** The line is written by hand, because none of its fields can contain a character that JSON escapes. */
function logAndCount({ metrics, log, logCall }: Telemetry, request: FastifyRequest, outcome: CallOutcome): void {
  const { status, ms } = outcome;
  const route = request.routePath;
  metrics.observeRequest(route, status, ms / 1_000);
  const { principal } = request;
  const caller = principal
    ? `,"merchant":"${principal.merchantId}","key":"${principal.keyId}"`
    : sessionFields(request);
  log.writeLine(
    `"request_id":"${request.id}","method":"${request.method}","route":"${route}",` +
      `"status":${status},"ms":${ms}${caller},"msg":"request"`,
  );
  logCall(request, outcome);
}

const elapsedMs = ({ startedAtMs }: FastifyRequest): number => Math.round((performance.now() - startedAtMs) * 10) / 10;

/** A merchant can make any number of keys, so those of one merchant count together. */
function readerOf({ visit, principal, ip }: FastifyRequest): StreamReader {
  const known = visit?.signedIn?.user.id ?? principal?.merchantId;
  return known === undefined ? { name: clientNetwork(ip), isKnown: false } : { name: known, isKnown: true };
}

function sessionFields({ visit }: FastifyRequest): string {
  const session = visit?.signedIn?.session;
  return session ? `,"merchant":"${session.merchantId}","session":"${session.id}"` : '';
}

/** A proxy must not cache or buffer a stream. */
const STREAM_HEADERS = { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' };

/** A route can override them: a page its content policy, reference data its caching. */
function defaultHeaders(baseUrl: string): Record<string, string> {
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
