import { describe, expect, it } from 'vitest';
import { mayInvite, whyNotAcceptable } from './invitation.ts';
import { MEMBER_ROLES, PERMISSION_NAMES, permissionsOf } from './roles.ts';

const open = { acceptedAtMs: undefined, revokedAtMs: undefined, expiresAtMs: 1_000 };

describe('an invitation', () => {
  it('can be accepted until it expires', () => {
    expect(whyNotAcceptable(open, 999)).toBeUndefined();
    expect(whyNotAcceptable(open, 1_000)).toContain('expired');
  });

  it('can be accepted once, and not after it was revoked', () => {
    expect(whyNotAcceptable({ ...open, acceptedAtMs: 5 }, 10)).toContain('already been used');
    expect(whyNotAcceptable({ ...open, revokedAtMs: 5 }, 10)).toContain('revoked');
  });

  it('comes from an owner, who has every permission, so nobody gives a role above the own one', () => {
    expect(MEMBER_ROLES.filter((role) => mayInvite(role))).toEqual(['owner']);
    expect(permissionsOf('owner')).toEqual(PERMISSION_NAMES);
    expect(mayInvite(undefined)).toBe(false);
  });
});
