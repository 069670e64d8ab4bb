import { describe, expect, it } from 'vitest';
import { SCOPES } from '../keys/scope.ts';
import { isAllowed, MEMBER_ROLES, PERMISSION_NAMES, permissionsOf } from './roles.ts';

describe('roles', () => {
  it('let an owner do everything', () => {
    expect(permissionsOf('owner')).toEqual(PERMISSION_NAMES);
  });

  it('let an accountant change nothing but the own account', () => {
    expect(permissionsOf('accountant').filter((name) => name.endsWith(':write'))).toEqual(['account:write']);
  });

  it('let only an owner redirect money, settle payments or change the team', () => {
    for (const permission of ['wallets:write', 'payments:override', 'settings:write', 'team:write'] as const) {
      expect(MEMBER_ROLES.filter((role) => isAllowed(role, permission))).toEqual(['owner']);
    }
  });

  it('have a permission for every scope of a key', () => {
    expect(PERMISSION_NAMES).toEqual(expect.arrayContaining([...SCOPES]));
  });
});
