import { describe, expect, it } from 'vitest';
import { writeCsvRecord } from './csv.ts';

describe('a record of CSV', () => {
  it('quotes what would end a cell, and leaves the rest alone', () => {
    expect(writeCsvRecord(['a', 'b,c', 'say "hi"', null, '', 'é'])).toBe('a,"b,c","say ""hi""",,,é\r\n');
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1+1', '＠SUM(A1)'])(
    'is no formula: %j',
    (cell) => {
      const written = writeCsvRecord([cell]);
      expect(written.replace(/^"/, '').startsWith("'")).toBe(true);
    },
  );

  it('has no carriage return inside a cell, so that one per record can be counted', () => {
    expect(writeCsvRecord(['a\r\nb\rc\nd'])).toBe('"a\nb\nc\nd"\r\n');
  });
});
