import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCsv } from './csv.ts';

const read = (text: string) => [...readCsv(text)];

describe('CSV', () => {
  it('is read with quotes, commas and line breaks inside them, CRLF and LF, and without a last line end', () => {
    expect(read('a,b\r\n"x,1","he said ""hi"""\n"two\nlines",\r\n\r\nlast,"line"')).toEqual([
      { line: 1, fields: ['a', 'b'] },
      { line: 2, fields: ['x,1', 'he said "hi"'] },
      { line: 3, fields: ['two\nlines', ''] },
      { line: 6, fields: ['last', 'line'] },
    ]);
  });

  it('loses one line to a quote that is not closed or stands in the wrong place, and no more', () => {
    const records = read('a,b\n"open,1\nc,d\ne"f,2\n"g"h,3\ni,j\n');
    expect(records.map((record) => [record.line, 'fields' in record])).toEqual([
      [1, true],
      [2, false],
      [3, true],
      [4, false],
      [5, false],
      [6, true],
    ]);
  });

  it('gives back what was written', () => {
    const field = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', 'ü', ' '), maxLength: 12 });
    const rows = fc.array(fc.array(field, { minLength: 2, maxLength: 4 }), { maxLength: 10 });
    fc.assert(
      fc.property(rows, fc.constantFrom('\n', '\r\n'), (written, end) => {
        const text = written
          .map((row) => row.map((value) => `"${value.replaceAll('"', '""')}"`).join(',') + end)
          .join('');
        expect(read(text).map((record) => ('fields' in record ? record.fields : record.fault))).toEqual(written);
      }),
    );
  });

  it('takes a full mebibyte of unclosed quotes in time that grows with its length only', () => {
    // Time on the processor, of which a busy machine takes nothing away. Time that grew with the square would be minutes.
    const before = process.threadCpuUsage();
    expect(read('"a\n'.repeat(349_000)).length).toBeGreaterThan(1);
    expect(process.threadCpuUsage(before).user).toBeLessThan(5_000_000);
  });
});
