import { createHmac, timingSafeEqual } from 'node:crypto';

const TOLERANCE_SECONDS = 300;

/** Returns the event, or throws if the request is not from Florin. `body` holds the raw bytes of the request. */
export function verifyWebhook(secret, headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers;
  const age = Math.abs(Date.now() / 1000 - Number(timestamp));
  if (!(age <= TOLERANCE_SECONDS)) throw new Error('The timestamp of the webhook is too far from the current time.');

  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  if (key.length === 0) throw new Error('The secret of the endpoint is missing.');
  const digest = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');
  const expected = Buffer.from(`v1,${digest}`);
  const isExpected = (given) => given.length === expected.length && timingSafeEqual(given, expected);
  if (!signatures.split(' ').some((signature) => isExpected(Buffer.from(signature)))) {
    throw new Error('No signature of the webhook matches.');
  }
  return JSON.parse(body.toString());
}
