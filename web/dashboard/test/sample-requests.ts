import type { LoggedRequestDetails } from '../src/api/generated.ts';
import type { Intent } from '../src/api/types.ts';

const PUBLIC_KEY = 'fpk_test_3YBf0Xgy09FIQMK1U6qtiy';

type Kind = Pick<LoggedRequestDetails, 'method' | 'route' | 'status' | 'problem' | 'ms'>;

const KINDS: Kind[] = [
  { method: 'POST', route: '/{public_key}/create_checkout_payment_intent', status: 201, problem: null, ms: 3.4 },
  { method: 'GET', route: '/{public_key}/payment_intents/{payment_intent_id}', status: 200, problem: null, ms: 1.2 },
  {
    method: 'POST',
    route: '/{public_key}/create_checkout_payment_intent',
    status: 422,
    problem: 'validation_failed',
    ms: 0.6,
  },
  {
    method: 'POST',
    route: '/{public_key}/payment_intents/{payment_intent_id}/cancel',
    status: 409,
    problem: 'invalid_state',
    ms: 2.1,
  },
  { method: 'GET', route: '/{public_key}/items', status: 503, problem: 'unavailable', ms: 2803.7 },
];

/** Requests of a merchant's application, newest first, a minute apart. */
export const sampleRequests = (count: number, intents: readonly Intent[]): LoggedRequestDetails[] =>
  Array.from({ length: count }, (_, index) => {
    const kind = KINDS[index % KINDS.length] as Kind;
    const intentId = intents[index % Math.max(1, intents.length)]?.id ?? null;
    const namesIntent = kind.route.includes('payment_intent_id') || kind.status === 201;
    const path = kind.route
      .replace('{public_key}', PUBLIC_KEY)
      .replace('{payment_intent_id}', intentId ?? 'pi_034xq7eOP9ZYU86r8hkeCz');
    return {
      id: `req_811d6f0ac64a610c${String(count - index).padStart(8, '0')}`,
      object: 'request',
      created_at: new Date(Date.now() - index * 60_000 - 5_000).toISOString(),
      ...kind,
      path,
      key: { id: 'key_test_1', name: 'First key' },
      client_address: '203.0.113.7',
      payment_intent_id: namesIntent ? intentId : null,
      request_body: null,
      response_body: null,
    };
  });
