import type { FastifyRequest } from 'fastify';
import { ERRORS } from '../../domain/errors.ts';
import type { Tracer } from '../../ports/tracer.ts';
import type { AnyAnswer } from './answer.ts';
import { toProblem } from './to-problem.ts';

/**
 * Records a request from its first byte on. Only a merchant's application may continue its trace here, and so decide whether
 * the request is recorded: a stranger could otherwise have everything recorded.
 */
export async function traceCall(
  tracer: Tracer,
  request: FastifyRequest,
  handle: () => AnyAnswer | Promise<AnyAnswer>,
): Promise<AnyAnswer> {
  const { method, routePath, principal, visit, headers, startedAtMs } = request;
  const { traceparent } = headers;
  const options = {
    kind: 'server' as const,
    parent: principal && typeof traceparent === 'string' ? traceparent : undefined,
    startMs: performance.timeOrigin + startedAtMs,
    attributes: {
      'http.request.method': method,
      'http.route': routePath,
      'florin.request_id': request.id,
      'florin.merchant_id': principal?.merchantId ?? visit?.signedIn?.session.merchantId,
    },
  };
  const outcome = await tracer.trace(`${method} ${routePath}`, options, async (span) => {
    try {
      const answer = await handle();
      span.set({ 'http.response.status_code': answer.status });
      if ('intentId' in answer) span.set({ 'florin.payment_intent_id': answer.intentId });
      return { answer };
    } catch (error) {
      const { code } = toProblem(error);
      const { status } = ERRORS[code];
      span.set({ 'http.response.status_code': status, 'florin.problem': code });
      // The client's mistakes are no failures of the server.
      if (status >= 500) span.fail(code);
      return { error };
    }
  });
  if ('answer' in outcome) return outcome.answer;
  throw outcome.error;
}
