import type { Static } from 'typebox';
import type { LoggedRequest, RequestSummary } from '../../domain/requests/logged-request.ts';
import { requestTimeMs } from '../../domain/requests/request-id.ts';
import type { RequestDetailsSchema, RequestSchema } from './request-schema.ts';

export const presentRequest = (request: RequestSummary): Static<typeof RequestSchema> => ({
  id: request.id,
  object: 'request',
  created_at: new Date(requestTimeMs(request.id)).toISOString(),
  method: request.method,
  route: request.route,
  path: request.path,
  status: request.status,
  ms: request.ms,
  key: { id: request.keyId, name: request.keyName },
  client_address: request.address,
  problem: request.problem ?? null,
  payment_intent_id: request.intentId ?? null,
});

export const presentRequestDetails = (request: LoggedRequest): Static<typeof RequestDetailsSchema> => ({
  ...presentRequest(request),
  request_body: request.requestBody ?? null,
  response_body: request.responseBody ?? null,
});
