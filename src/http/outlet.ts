import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { asProblem } from './as-problem.ts';
import { presentProblem } from './problem.ts';
import type { Answer } from './route.ts';

/** The one way out: every answer and every error leaves through here, with the same headers. */
export interface Outlet {
  send(reply: FastifyReply, answer: Answer): FastifyReply;
  refuse(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply;
}

export function createOutlet(baseUrl: string, logger: Logger): Outlet {
  const always = alwaysHeaders(baseUrl);

  function send(reply: FastifyReply, answer: Answer): FastifyReply {
    return reply
      .code(answer.status)
      .headers(always)
      .header('request-id', reply.request.id)
      .headers(answer.headers ?? {})
      .send(answer.body);
  }

  function refuse(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
    const problem = asProblem(error);
    if (problem.code === 'internal' || problem.code === 'unavailable') {
      logger.error({ request_id: request.id, err: problem.cause ?? error }, problem.code);
    }
    const at = { baseUrl, path: request.raw.url ?? '', requestId: request.id };
    return send(reply, presentProblem(problem, at));
  }

  return { send, refuse };
}

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
