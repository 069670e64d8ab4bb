import { encode } from 'uqr';
import { describe, expect, it } from 'vitest';
import { encodeQr } from './encode-qr.ts';

/** The same code by a library. Letters in lower case make it use bytes too. */
const expected = (text: string) => encode(text, { ecc: 'M', border: 0, maskPattern: 2 }).data;

const textOf = (length: number) => Array.from({ length }, (_, at) => 'ethereum:0x7?&='[(at * at) % 15]).join('');

/** The shortest text of each of the 40 versions, and the longest one before it. */
const LENGTHS = [
  1, 14, 15, 26, 27, 42, 43, 62, 63, 84, 85, 106, 107, 122, 123, 152, 153, 180, 181, 213, 214, 251, 252, 287, 288, 331,
  332, 362, 363, 412, 413, 450, 451, 504, 505, 560, 561, 624, 625, 666, 667, 711, 712, 779, 780, 857, 858, 911, 912,
  997, 998, 1059, 1060, 1125, 1126, 1190, 1191, 1264, 1265, 1370, 1371, 1452, 1453, 1538, 1539, 1628, 1629, 1722, 1723,
  1809, 1810, 1911, 1912, 1989, 1990, 2099, 2100, 2213, 2214, 2331,
];

describe('encodeQr', () => {
  it.each(LENGTHS)('makes the same code of %d bytes as a library', (length) => {
    expect(encodeQr(textOf(length))).toEqual(expected(textOf(length)));
  });

  it('uses all 40 versions in this test', () => {
    const sizes = new Set(LENGTHS.map((length) => encodeQr(textOf(length)).length));
    expect([...sizes].sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, at) => 21 + 4 * at));
  });

  it('counts bytes, not letters', () => {
    expect(encodeQr('ع'.repeat(40))).toEqual(expected('ع'.repeat(40)));
  });

  it('throws for a text that fits no code', () => {
    expect(() => encodeQr(textOf(2332))).toThrow(RangeError);
  });
});
