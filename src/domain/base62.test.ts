import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBase62, encodeBase62 } from './base62.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The same by the plainest means, to compare with. */
function plain(bytes: Uint8Array, digits: number): string {
  let value = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  let text = '';
  for (let i = 0; i < digits; i += 1) {
    text = ALPHABET.charAt(Number(value % 62n)) + text;
    value /= 62n;
  }
  return text;
}

describe('base62', () => {
  it.each([
    [4, 6],
    [16, 22],
    [32, 43],
  ])('writes %i bytes in %i digits and reads them back', (count, digits) => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: count, maxLength: count }), (bytes) => {
        expect(encodeBase62(bytes, digits)).toBe(plain(bytes, digits));
        expect(decodeBase62(plain(bytes, digits), count)).toEqual(bytes);
      }),
    );
  });

  it('refuses what does not fit, both ways', () => {
    expect(() => encodeBase62(new Uint8Array(16).fill(255), 21)).toThrow(RangeError);
    expect(decodeBase62('z'.repeat(22), 16)).toBeUndefined();
    expect(decodeBase62('é'.repeat(22), 16)).toBeUndefined();
  });
});
