import { createIntentExamples } from '../src/http/intents/examples.ts';
import type { Keys } from './start-server.ts';

const CUSTOMER_DIGITS = 7;
export const CUSTOMERS_MAX = 10 ** CUSTOMER_DIGITS;

/** The documented request, split where the customer number goes into the email address. */
export interface RequestTemplate {
  before: string;
  after: string;
  bytes: number;
}

const MARK = '#'.repeat(CUSTOMER_DIGITS);

export function requestTemplate(): RequestTemplate {
  const { value } = createIntentExamples.integer_tax;
  const text = JSON.stringify({ ...value, customer: { ...value.customer, email: emailOf(MARK) } });
  const [before = '', after = ''] = text.split(MARK);
  return { before, after, bytes: Buffer.byteLength(text) };
}

export const customerNumber = (index: number): string => String(index % CUSTOMERS_MAX).padStart(CUSTOMER_DIGITS, '0');

export const emailOf = (customer: string): string => `c${customer}@example.com`;

export const createPath = (keys: Keys): string => `/${keys.public_key}/create_checkout_payment_intent`;

export function requestHeaders(keys: Keys): Record<string, string> {
  return { authorization: `Bearer ${keys.private_key}`, 'content-type': 'application/json' };
}
