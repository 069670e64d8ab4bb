import { describe, expect, it } from 'vitest';
import { whyNotAcceptable } from './invitation.ts';

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
});
