import type { Static } from 'typebox';
import { PATH_PARAMETERS } from '../server/path-parameters.ts';
import type { RequestDetailsSchema, RequestSchema } from './request-schema.ts';

/** A request as the API returns it. */
export const exampleRequest: Static<typeof RequestSchema> = {
  id: PATH_PARAMETERS.request_id.example,
  object: 'request',
  created_at: '2026-11-15T09:30:00.123Z',
  method: 'POST',
  route: '/{public_key}/payment_intents/{payment_intent_id}/cancel',
  path: `/${PATH_PARAMETERS.public_key.example}/payment_intents/${PATH_PARAMETERS.payment_intent_id.example}/cancel`,
  status: 409,
  ms: 4.2,
  key: { id: PATH_PARAMETERS.key_id.example, name: 'Web shop' },
  client_address: '203.0.113.7',
  problem: 'invalid_state',
  payment_intent_id: PATH_PARAMETERS.payment_intent_id.example,
};

export const exampleRequestDetails: Static<typeof RequestDetailsSchema> = {
  ...exampleRequest,
  request_body: null,
  response_body: null,
};
