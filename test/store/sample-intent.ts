import { randomBytes } from 'node:crypto';
import { type IntentId, type MerchantId, makeId } from '../../src/domain/ids.ts';
import { type Intent, openIntent } from '../../src/domain/intents/intent.ts';
import type { IntentRequest } from '../../src/domain/intents/intent-request.ts';
import { validBody } from '../support/client.ts';

let time = Date.now();

/** Increases with every call, so that IDs are in order. */
function nextTime(): number {
  time += 1;
  return time;
}

export const newMerchantId = (): MerchantId => makeId('mer', Date.now(), randomBytes(10));

export function sampleIntent(more: Partial<Intent> = {}, request: Partial<IntentRequest> = {}): Intent {
  const nowMs = nextTime();
  const body = { ...validBody(), ...request } as IntentRequest;
  const id: IntentId = makeId('pi', nowMs, randomBytes(10));
  return { ...openIntent({ id, livemode: false, nowMs, request: body, requestBody: JSON.stringify(body) }), ...more };
}
