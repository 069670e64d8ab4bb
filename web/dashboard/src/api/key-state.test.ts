import { expect, it } from 'vitest';
import { makeKey } from '../../test/mock-state.ts';
import type { ApiKey } from './generated.ts';
import { isUsable, keyState, maskKey, needsPassword, pickKey } from './key-state.ts';

const NOW = Date.parse('2026-11-15T12:00:00Z');
const key = makeKey('test', 'Shop', 1);

it('a key ends when it is revoked or expires, or when its overlap ends after it was rolled', () => {
  const soon = '2026-11-15T13:00:00Z';
  const past = '2026-11-15T11:00:00Z';
  expect(keyState(key, NOW)).toBe('active');
  expect(keyState({ ...key, replaced_by: 'key_2', expires_at: soon }, NOW)).toBe('ending');
  expect(keyState({ ...key, replaced_by: 'key_2', expires_at: past }, NOW)).toBe('expired');
  expect(keyState({ ...key, revoked_at: past, expires_at: soon }, NOW)).toBe('revoked');
  expect((['active', 'ending', 'expired', 'revoked'] as const).map(isUsable)).toEqual([true, true, false, false]);
});

it('the example command uses an active key that can create payments', () => {
  const reader: ApiKey = { ...key, id: 'reader', scopes: ['payments:read'] };
  const revoked = { ...key, id: 'revoked', revoked_at: '2026-11-15T11:00:00Z' };
  expect(pickKey([reader, revoked, key], NOW)?.id).toBe(key.id);
  expect(pickKey([reader, revoked], NOW)).toBeUndefined();
});

it('a masked key shows only its prefix and last characters', () => {
  expect(maskKey(key, 'test')).toMatch(/^fsk_test_•+Kq1x$/);
});

it('a key that can change wallets or settle payments needs the password, and in live mode one that can change webhooks', () => {
  for (const mode of ['test', 'live'] as const) {
    expect(needsPassword(['payments:read', 'payments:write'], mode)).toBe(false);
    expect(needsPassword(['payments:read', 'wallets:write'], mode)).toBe(true);
    expect(needsPassword(['payments:override'], mode)).toBe(true);
    expect(needsPassword(['webhooks:write'], mode)).toBe(mode === 'live');
  }
});
