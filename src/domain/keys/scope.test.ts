import { describe, expect, it } from 'vitest';
import { DEFAULT_SCOPES, isGuarded, SCOPES } from './scope.ts';

describe('the default scopes', () => {
  it('of a test key contain webhooks, those of a live key do not', () => {
    expect(DEFAULT_SCOPES.test).toContain('webhooks:write');
    expect(DEFAULT_SCOPES.live).not.toContain('webhooks:write');
  });

  it('never take the password', () => {
    expect(isGuarded(DEFAULT_SCOPES.test, 'test')).toBe(false);
    expect(isGuarded(DEFAULT_SCOPES.live, 'live')).toBe(false);
  });
});

const guarded = (mode: 'test' | 'live') => SCOPES.filter((scope) => isGuarded([scope], mode));

it('what can redirect money takes the password in both modes, what can redirect events in live mode', () => {
  expect(guarded('test')).toEqual(['payments:override', 'wallets:write']);
  expect(guarded('live')).toEqual(['webhooks:write', 'payments:override', 'wallets:write']);
});
