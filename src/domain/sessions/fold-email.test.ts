import { describe, expect, it } from 'vitest';
import { foldEmail } from './fold-email.ts';

describe('foldEmail', () => {
  it.each([
    ['  Ada@Example.COM ', 'ada@example.com'],
    ['vİctİm@x.test', 'victim@x.test'],
    ['vi\u0307ctım@x.test', 'victim@x.test'],
    ['\u212Aate@x.test', 'kate@x.test'],
    ['ſam@x.test', 'sam@x.test'],
    ['ａｄａ＠x.test', 'ada@x.test'],
    ['JOSE\u0301@x.test', 'josé@x.test'],
    ['ΟΔΟΣ@x.test', 'οδοσ@x.test'],
  ])('gives %s and %s the same form', (one, other) => {
    expect(foldEmail(one)).toBe(foldEmail(other));
  });

  it('changes nothing in an ordinary address in lower case', () => {
    expect(foldEmail("a.b+c_1-2'3@mail.example.com")).toBe("a.b+c_1-2'3@mail.example.com");
  });

  it.each([
    ['jose@x.test', 'josé@x.test'],
    ['a.da@x.test', 'ada@x.test'],
    ['ada+1@x.test', 'ada@x.test'],
  ])('keeps %s and %s apart, which may be two people', (one, other) => {
    expect(foldEmail(one)).not.toBe(foldEmail(other));
  });

  it('does not tell the cases of any character apart', () => {
    const differing = Array.from({ length: 0x1_e9_44 }, (_, point) => point)
      .filter((point) => point < 0xd8_00 || point > 0xdf_ff)
      .map((point) => String.fromCodePoint(point))
      .filter((char) => [char.toLowerCase(), char.toUpperCase()].some((other) => foldEmail(other) !== foldEmail(char)));
    expect(differing).toEqual([]);
  });
});
