import { createIntentExamples } from '../../src/http/intents/examples.ts';

/** The documented example request. */
export const validBody = (): Record<string, unknown> => structuredClone(createIntentExamples.integer_tax.value);

/** The members of a request for an amount such as "0.5 LTC", at a price in dollars and with the total that fits. */
export function pricedAt(dollars: number, due: string): Record<string, unknown> {
  const [amount, asset] = due.split(' ');
  return {
    crypto_amount_requested: due,
    exchange_rate: `1 ${asset} = $${dollars}`,
    total_amount: Math.round(Number(amount) * dollars * 100),
  };
}

export interface Keys {
  public_key: string;
  private_key: string;
}

export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  json: Record<string, unknown>;
}

/** Sends one request like a merchant's application. */
export async function send(
  baseUrl: string,
  keys: Keys,
  path: string,
  init: { method?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<Reply> {
  const { body } = init;
  const response = await fetch(`${baseUrl}/${keys.public_key}${path}`, {
    method: init.method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      authorization: `Bearer ${keys.private_key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...init.headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: parse(text) };
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}

export const create = (
  baseUrl: string,
  keys: Keys,
  body: unknown = validBody(),
  headers: Record<string, string> = {},
): Promise<Reply> => send(baseUrl, keys, '/create_checkout_payment_intent', { method: 'POST', body, headers });

/** The intent ID in the response to a create request. */
export function createdId(reply: Reply): string {
  const wrapper = reply.json['payment_intent_response'] as { payment_intent_id?: string } | undefined;
  return wrapper?.payment_intent_id ?? '';
}
