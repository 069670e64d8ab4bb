import { expect, it } from 'vitest';
import type { Client } from './client.ts';

/**
 * Calls that the server would refuse, or whose answer has no such field. The compiler must refuse each of them: where
 * one is taken, the line above it is an error of `tsc`, which `npm run check` runs over this file.
 */
const refused = [
  // @ts-expect-error There is no such path.
  (client: Client) => client.call('GET /payments'),
  // @ts-expect-error The path is there, but not by this method.
  (client: Client) => client.call('PUT /settings', { body: { name: 'Shop' } }),
  // @ts-expect-error An operation of the public interface is none of the dashboard's.
  (client: Client) => client.call('GET /currencies'),
  // @ts-expect-error The path wants a mode.
  (client: Client) => client.call('GET /{mode}/api_keys'),
  // @ts-expect-error There are two modes, and this is none of them.
  (client: Client) => client.call('GET /{mode}/api_keys', { path: { mode: 'demo' } }),
  // @ts-expect-error The path wants an id too.
  (client: Client) => client.call('GET /{mode}/payment_intents/{payment_intent_id}', { path: { mode: 'test' } }),
  // @ts-expect-error The list cannot be searched by this.
  (client: Client) => client.call('GET /{mode}/payment_intents', { path: { mode: 'test' }, query: { colour: 'red' } }),
  // @ts-expect-error There is no such status.
  (client: Client) => client.call('GET /{mode}/payment_intents', { path: { mode: 'test' }, query: { status: 'paid' } }),
  // @ts-expect-error This operation takes no query.
  (client: Client) => client.call('GET /settings', { query: { limit: '1' } }),
  // @ts-expect-error The body is missing.
  (client: Client) => client.call('POST /sign_in'),
  // @ts-expect-error A field of the body is missing.
  (client: Client) => client.call('POST /sign_in', { body: { email: 'ada@example.com' } }),
  // @ts-expect-error The body has no such field.
  (client: Client) => client.call('PATCH /settings', { body: { colour: '#1a7f5a' } }),
  // @ts-expect-error A field of the body is of another type.
  (client: Client) => client.call('PATCH /settings', { body: { expires_in: '3600' } }),
  // @ts-expect-error The answer has no such field.
  (client: Client) => client.call('GET /settings').then((settings) => settings.colour),
  // @ts-expect-error Nobody may be signed in, and then there is no user.
  (client: Client) => client.call('GET /session').then((session) => session.user),
  // @ts-expect-error The answer is nothing.
  (client: Client) => client.call('POST /sign_out').then((answer) => answer.status),
];

it('wrong calls are refused by the compiler', () => {
  expect(refused).toHaveLength(16);
});
