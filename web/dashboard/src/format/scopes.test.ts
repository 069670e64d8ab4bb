import { expect, it } from 'vitest';
import { SCOPES as SERVER_SCOPES } from '../../../../src/domain/keys/scope.ts';
import { PERMISSIONS } from '../../../../src/domain/team/roles.ts';
import { SCOPES } from './scopes.ts';

it('lists every scope of the server', () => {
  expect(SCOPES.map(({ scope }) => scope)).toEqual(SERVER_SCOPES);
});

it.each(['webhooks:write', 'payments:override', 'wallets:write'] as const)(
  'says what %s allows as the Team page does',
  (name) => {
    expect(SCOPES.find(({ scope }) => scope === name)?.allows).toBe(PERMISSIONS[name].allows);
  },
);
