import type { ApiKey } from './generated.ts';
import type { Mode } from './types.ts';

export type KeyState = 'active' | 'ending' | 'expired' | 'revoked';

/** A rolled key keeps working until its overlap ends. */
export function keyState(key: ApiKey, nowMs: number): KeyState {
  if (key.revoked_at !== null) return 'revoked';
  if (key.expires_at !== null && Date.parse(key.expires_at) <= nowMs) return 'expired';
  return key.replaced_by === null ? 'active' : 'ending';
}

export const isUsable = (state: KeyState): boolean => state === 'active' || state === 'ending';

/** The private key's prefix and last characters. */
export const maskKey = (key: ApiKey, mode: Mode): string => `fsk_${mode}_••••••••${key.private_key_end}`;

/** The key for the example command: the newest active one that can create payments. */
export function pickKey(keys: ApiKey[], nowMs: number): ApiKey | undefined {
  return keys.find((key) => keyState(key, nowMs) === 'active' && key.scopes.includes('payments:write'));
}

const GUARDED: Record<Mode, readonly ApiKey['scopes'][number][]> = {
  test: ['payments:override', 'wallets:write'],
  live: ['webhooks:write', 'payments:override', 'wallets:write'],
};

/** Whether the server asks for the password to create or roll a key with these scopes. */
export const needsPassword = (scopes: ApiKey['scopes'], mode: Mode): boolean =>
  GUARDED[mode].some((scope) => scopes.includes(scope));

export const PASSWORD_REASON = 'Required because this key can change wallets, webhooks or the status of payments.';
