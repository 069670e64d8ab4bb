import { describe, expect, it } from 'vitest';
import { encodeBase32 } from '../../domain/sessions/base32.ts';
import { findTotpStep, totpCode, totpUri } from './totp.ts';

/** The secret of the test vectors in RFC 6238, appendix B. */
const SECRET = encodeBase32(Buffer.from('12345678901234567890'));

describe('TOTP', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('gives the code of the RFC at %i s', (seconds, code) => {
    expect(totpCode(SECRET, Math.floor(seconds / 30))).toBe(code);
  });

  it('accepts a code one step early or late, and no more', () => {
    const code = totpCode(SECRET, 1_000);
    for (const step of [999, 1_000, 1_001]) expect(findTotpStep(SECRET, code, step * 30_000)).toBe(1_000);
    for (const step of [998, 1_002]) expect(findTotpStep(SECRET, code, step * 30_000)).toBeUndefined();
    expect(findTotpStep(SECRET, code, 1_002 * 30_000 - 1)).toBe(1_000);
    for (const other of ['', '12345', '1234567', 'abcdef']) {
      expect(findTotpStep(SECRET, other, 30_000_000)).toBeUndefined();
    }
  });

  it('tells apps who it is for', () => {
    expect(totpUri('ABC', 'a b@example.com')).toBe(
      'otpauth://totp/Florin:a%20b%40example.com?secret=ABC&issuer=Florin',
    );
  });
});
