import type { FastifyRequest } from 'fastify';
import type { ErrorCode } from '../../domain/errors.ts';
import { type IntentId, parseId } from '../../domain/ids.ts';
import { LIMITS } from '../../domain/limits.ts';
import { hideCustomer } from '../../domain/requests/hide-customer.ts';
import { redactSecrets } from '../../domain/requests/redact-secrets.ts';
import type { RequestId } from '../../domain/requests/request-id.ts';
import type { RequestLog } from '../../usecases/requests/request-log.ts';
import type { ParsedBody } from '../server/parse-body.ts';
import { rawParams } from '../server/raw-request.ts';

/** A proxy may forward any text as the client's address. */
const ADDRESS_LENGTH_MAX = 64;

/** How a call ended. */
export interface CallOutcome {
  status: number;
  ms: number;
  problem?: ErrorCode | undefined;
  /** The intent that the call created. */
  intentId?: IntentId | undefined;
  body?: string | Buffer | undefined;
}

export type LogCall = (request: FastifyRequest, outcome: CallOutcome) => void;

/**
 * Notes every call whose key is known to be a merchant's for the request log, even one that was rejected. Calls without a key
 * are not the merchant's. Headers are never logged.
 */
export function createCallLog(requestLog: RequestLog): LogCall {
  return (request, { status, ms, problem, intentId, body }) => {
    const { principal, route, method, ip, raw } = request;
    if (!principal || !route) return;
    const keepsBodies = principal.logBodies && route.secretBody !== true;
    requestLog.note(principal, {
      // Only the server makes them.
      id: request.id as RequestId,
      method,
      route: route.path,
      path: redactSecrets(hideCustomer((raw.url ?? '').slice(0, LIMITS.urlLengthMax))),
      status,
      ms,
      keyId: principal.keyId,
      keyName: principal.keyName,
      address: ip.slice(0, ADDRESS_LENGTH_MAX),
      problem,
      intentId: intentId ?? parseId('pi', rawParams(request)['payment_intent_id'] ?? ''),
      requestBody: keepsBodies ? keepBody((request.body as ParsedBody | undefined)?.text) : undefined,
      responseBody: keepsBodies ? keepBody(body) : undefined,
    });
  };
}

/** The beginning of a text, without secrets. An ellipsis says that there was more. Other content is not kept. */
function keepBody(body: string | Buffer | undefined): string | undefined {
  if (typeof body !== 'string' || body === '') return undefined;
  const bytes = Buffer.from(body, 'utf8');
  const max = LIMITS.requestLogBodyBytesMax;
  // Decoding copies it, because a part of a string keeps all of it in memory. A character that was cut is left out.
  const start = new TextDecoder().decode(bytes.subarray(0, max), { stream: true }).replaceAll('\u0000', '\uFFFD');
  return redactSecrets(start) + (bytes.length > max ? '…' : '');
}
