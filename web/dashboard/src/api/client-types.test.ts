import { expect, it } from 'vitest';
import type { Client } from './client.ts';

/**
 * Invalid calls that the compiler must reject. If one compiles, its `@ts-expect-error` becomes an error in
 * `npm run check`.
 */
const invalidCalls = [
  // @ts-expect-error The path does not exist.
  (client: Client) => client.call('GET /payments'),
  // @ts-expect-error The path does not support this method.
  (client: Client) => client.call('PUT /settings', { body: { name: 'Shop' } }),
  // @ts-expect-error This operation belongs to the public API.
  (client: Client) => client.call('GET /currencies'),
  // @ts-expect-error The path needs a mode.
  (client: Client) => client.call('GET /{mode}/api_keys'),
  // @ts-expect-error This mode does not exist.
  (client: Client) => client.call('GET /{mode}/api_keys', { path: { mode: 'demo' } }),
  // @ts-expect-error The path needs an ID too.
  (client: Client) => client.call('GET /{mode}/payment_intents/{payment_intent_id}', { path: { mode: 'test' } }),
  // @ts-expect-error The list has no such filter.
  (client: Client) => client.call('GET /{mode}/payment_intents', { path: { mode: 'test' }, query: { color: 'red' } }),
  // @ts-expect-error The status does not exist.
  (client: Client) => client.call('GET /{mode}/payment_intents', { path: { mode: 'test' }, query: { status: 'paid' } }),
  // @ts-expect-error This operation takes no query.
  (client: Client) => client.call('GET /settings', { query: { limit: '1' } }),
  // @ts-expect-error The body is missing.
  (client: Client) => client.call('POST /sign_in'),
  // @ts-expect-error A field of the body is missing.
  (client: Client) => client.call('POST /sign_in', { body: { email: 'ada@example.com' } }),
  // @ts-expect-error The body has no such field.
  (client: Client) => client.call('PATCH /settings', { body: { color: '#1a7f5a' } }),
  // @ts-expect-error A field of the body has the wrong type.
  (client: Client) => client.call('PATCH /settings', { body: { expires_in: '3600' } }),
  // @ts-expect-error The response has no such field.
  (client: Client) => client.call('GET /settings').then((settings) => settings.color),
  // @ts-expect-error A signed-out session has no user.
  (client: Client) => client.call('GET /session').then((session) => session.user),
  // @ts-expect-error The response is empty.
  (client: Client) => client.call('POST /sign_out').then((response) => response.status),
];

it('the compiler rejects invalid calls', () => {
  expect(invalidCalls).toHaveLength(16);
});
