import { styleText } from 'node:util';
import type { Cell, Output, Table, Tone } from './command.ts';

const STYLES = { good: 'green', bad: 'red', warning: 'yellow', quiet: 'gray' } as const satisfies Record<Tone, string>;
const GAP = '  ';

interface Rendering {
  json: boolean;
  isTerminal: boolean;
  usesColor: boolean;
}

/** The text of an output, with its line break: JSON, aligned columns for a person, or tabs between them for a program. */
export function renderOutput({ json, text }: Output, rendering: Rendering): string {
  if (rendering.json) return `${JSON.stringify(json).replaceAll(/[\u007f-\u009f]/g, escapeCharacter)}\n`;
  if (typeof text === 'string') return `${text.replaceAll(/[^\P{Cc}\t\n]/gu, ' ')}\n`;
  if (!('columns' in text)) return renderLine(text, rendering);
  return renderTable(text, rendering);
}

function renderTable({ columns, rows, empty }: Table, rendering: Rendering): string {
  if (!rendering.isTerminal) return rows.map((row) => renderLine(row, rendering)).join('');
  if (rows.length === 0) return `${empty}\n`;
  const widths = columns.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => textOf(row[column] ?? '').length)),
  );
  const aligned = (row: readonly Cell[]) =>
    row.map((cell, column) => ({ ...toCell(cell), width: widths[column] ?? 0 }));
  const head = columns.map((text): Cell => ({ text, tone: 'quiet' }));
  return [head, ...rows].map((row) => renderLine(aligned(row), rendering)).join('');
}

function renderLine(cells: readonly Cell[], { isTerminal, usesColor }: Rendering): string {
  if (!isTerminal) return `${cells.map(textOf).join('\t')}\n`;
  const shown = cells.map((cell, column) => {
    const { tone, width = 0 } = toCell(cell);
    const text = column === cells.length - 1 ? textOf(cell) : textOf(cell).padEnd(width);
    return usesColor && tone ? styleText(STYLES[tone], text, { validateStream: false }) : text;
  });
  return `${shown.join(GAP).trimEnd()}\n`;
}

/** JSON escapes only the control characters below 32. A terminal obeys these too. */
const escapeCharacter = (character: string): string => `\\u00${character.charCodeAt(0).toString(16)}`;

const toCell = (cell: Cell) => (typeof cell === 'string' ? { text: cell } : cell);

/** A name that somebody chose must not move the cursor, change colors or add a column. */
const textOf = (cell: Cell): string => toCell(cell).text.replaceAll(/\p{Cc}/gu, ' ');
