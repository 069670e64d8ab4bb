import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeCsvRecord } from './csv.ts';

describe('a record of CSV', () => {
  it('quotes what would end a cell, and leaves the rest alone', () => {
    expect(writeCsvRecord(['a', 'b,c', 'say "hi"', null, '', 'é'])).toBe('a,"b,c","say ""hi""",,,é\r\n');
  });

  it('quotes what would end a cell where the separator is a semicolon or a tab', () => {
    expect(writeCsvRecord(['a;b', 'c\td', '12.50', 'a-b'])).toBe('"a;b","c\td",12.50,a-b\r\n');
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1+1', '＠SUM(A1)'])(
    'is no formula: %j',
    (cell) => {
      const written = writeCsvRecord([cell]);
      expect(written.replace(/^"/, '').startsWith("'")).toBe(true);
    },
  );

  it.each([
    ['n;=1+1;z', `"n;'=1+1;z"`],
    ["x;=cmd|'/c calc'!A1;y", `"x;'=cmd|'/c calc'!A1;y"`],
    ['a\t+1', `"a\t'+1"`],
    ['a\n-1', `"a\n'-1"`],
    ['a\r\n@SUM(A1)', `"a\n'@SUM(A1)"`],
    ['a;＝1+1', `"a;'＝1+1"`],
    ['a;"=1+1', `"a;'""=1+1"`],
    ['a;\t=1', `"a;\t'=1"`],
    ['=1;=2', `"'=1;'=2"`],
  ])('has no formula after another separator: %j', (cell, written) => {
    expect(writeCsvRecord([cell])).toBe(`${written}\r\n`);
  });

  it('has no formula in any spreadsheet, wherever it splits the file', () => {
    const unit = fc.constantFrom('=', '+', '-', '@', '＝', ';', ',', '"', '\t', '\r', '\n', 'a');
    const cells = fc.array(fc.string({ unit, maxLength: 12 }), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(cells, (written) => {
        for (const part of writeCsvRecord(written).split(/[;\t\n]/)) expect(part).not.toMatch(/^"*[=+\-@＝]/);
      }),
    );
  });

  it('has no carriage return inside a cell, so that one per record can be counted', () => {
    expect(writeCsvRecord(['a\r\nb\rc\nd'])).toBe('"a\nb\nc\nd"\r\n');
  });
});
