import type { Spread } from './sample.ts';

type Row = readonly string[];

export const printWhole = (value: number): string => Math.round(value).toLocaleString('en-US');

export const printSpread = ({ median, min, max }: Spread): string =>
  `${median.toFixed(2)} × (${min.toFixed(2)}–${max.toFixed(2)})`;

/** A Markdown table. The first row is its head. */
export function printTable(rows: readonly Row[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: Row) =>
    `| ${widths.map((width, column) => align(row[column] ?? '', width, column)).join(' | ')} |`;
  const [head = [], ...body] = rows;
  const rule = `|${widths.map((width, column) => (column === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
  return [line(head), rule, ...body.map(line)].join('\n');
}

const align = (text: string, width: number, column: number) =>
  column === 0 ? text.padEnd(width) : text.padStart(width);
