import type { ApiKey } from './generated.ts';
import type { Mode } from './types.ts';

export type KeyState = 'active' | 'ending' | 'expired' | 'revoked';

/** A key that was rolled still works until its overlap is over. */
export function keyState(key: ApiKey, nowMs: number): KeyState {
  if (key.revoked_at !== null) return 'revoked';
  if (key.expires_at !== null && Date.parse(key.expires_at) <= nowMs) return 'expired';
  return key.replaced_by === null ? 'active' : 'ending';
}

export const works = (state: KeyState): boolean => state === 'active' || state === 'ending';

/** The private key as far as it is known: its kind and its end. */
export const maskKey = (key: ApiKey, mode: Mode): string => `fsk_${mode}_••••••••${key.private_key_end}`;

/** The key for a ready command: the newest that works and can create payments. */
export function pickKey(keys: ApiKey[], nowMs: number): ApiKey | undefined {
  return keys.find((key) => keyState(key, nowMs) === 'active' && key.scopes.includes('payments:write'));
}
