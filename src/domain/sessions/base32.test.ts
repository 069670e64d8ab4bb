import { describe, expect, it } from 'vitest';
import { decodeBase32, encodeBase32 } from './base32.ts';

const bytesOf = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

describe('base32', () => {
  it.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('encodes "%s" as RFC 4648 does', (plain, encoded) => {
    expect(encodeBase32(bytesOf(plain))).toBe(encoded);
    expect(decodeBase32(encoded)).toEqual(bytesOf(plain));
  });

  it('returns every byte', () => {
    const all = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    expect(decodeBase32(encodeBase32(all))).toEqual(all);
  });
});
