import { type KeyId, makeId } from '../../src/domain/ids.ts';
import type { LoggedRequest } from '../../src/domain/requests/logged-request.ts';
import { makeRequestId, type RequestId } from '../../src/domain/requests/request-id.ts';

export const SAMPLE_KEY_ID: KeyId = makeId('key', 1, new Uint8Array(10));

/** The ID of a request of one process, by its number, a millisecond after the one before. */
export const requestIdOf = (number: number): RequestId => makeRequestId(1_900_000_000_000 + number, 'abcdef', number);

export const sampleLoggedRequest = (id: RequestId, more: Partial<LoggedRequest> = {}): LoggedRequest => ({
  id,
  method: 'GET',
  route: '/{public_key}/payment_intents',
  path: '/fpk_test_3YBf0Xgy09FIQMK1U6qtiy/payment_intents?limit=2',
  status: 200,
  ms: 1.5,
  keyId: SAMPLE_KEY_ID,
  keyName: 'Web shop',
  address: '203.0.113.7',
  problem: undefined,
  intentId: undefined,
  requestBody: undefined,
  responseBody: undefined,
  ...more,
});
