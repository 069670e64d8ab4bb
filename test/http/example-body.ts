import type { Route } from '../../src/http/server/route.ts';

/** Allowed by `FLORIN_WEBHOOK_ALLOW_CIDRS` below, and nobody listens there. The example's host needs a name server. */
const RECEIVER_URL = 'http://127.0.0.1:9/hooks';

/** For servers to which tests send the examples of all routes, in both modes. */
export const EXAMPLES_ENV = { FLORIN_WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' };

/** A body as the tests can send it. */
export const toSendable = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'url' in value ? { ...value, url: RECEIVER_URL } : value;

/** The first example of a route's body; undefined if it has none. */
export function exampleBody(route: Route): unknown {
  const [example] = Object.values(route.body?.examples ?? {});
  return example && toSendable(example.value);
}
