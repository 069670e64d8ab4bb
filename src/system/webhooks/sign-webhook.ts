import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import type { WebhookSigner } from '../../ports/webhook-signer.ts';

const PREFIX = 'whsec_';
const KEYS_MAX = 1_000;

/** Preparing a key takes longer than signing with it. */
const keys = new Map<string, KeyObject>();

function keyOf(secret: string): KeyObject {
  const known = keys.get(secret);
  if (known) return known;
  if (keys.size >= KEYS_MAX) keys.clear();
  const key = createSecretKey(secret.slice(PREFIX.length), 'base64');
  keys.set(secret, key);
  return key;
}

/** `v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64. The secret is base64 behind its prefix. */
export const signWebhook: WebhookSigner['sign'] = (secret, id, timestampSeconds, body) =>
  `v1,${createHmac('sha256', keyOf(secret)).update(`${id}.${timestampSeconds}.${body}`).digest('base64')}`;
