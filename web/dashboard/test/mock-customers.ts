import { type MockRequest, type MockResponse } from './mock-request.ts';

/** A customer with two payments. */
export function handleCustomers({ body }: MockRequest, [verb]: string[]): MockResponse {
  const { email } = JSON.parse(body) as { email: string };
  if (verb === 'export') return { status: 200, body: { email, data: [{ status: 'succeeded' }], next_cursor: null } };
  return { status: 200, body: { payment_intents: 2, complete: true } };
}
