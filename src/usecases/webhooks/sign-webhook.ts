import { createHmac } from 'node:crypto';

/**
 * The headers of a webhook as Standard Webhooks asks for them. While a secret rolls, there are two secrets and two
 * signatures. A secret is `whsec_` and the key in base64.
 */
export function signWebhook(webhook: {
  id: string;
  atMs: number;
  body: string;
  secrets: readonly string[];
}): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const { id, atMs, body, secrets } = webhook;
  const timestamp = String(Math.floor(atMs / 1_000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
