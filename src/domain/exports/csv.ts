/** So that spreadsheets read the file as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Spreadsheets would run a cell that begins with one of these as a formula: those of East Asia also with wide ones. Where the
 * list separator is a semicolon or a tab, a cell also begins after it, and they may drop quotation marks before the formula.
 */
const FORMULA = /(?<=^|[;\t\n])"*[=+\-@＝＋－＠]|^[\t\n]/g;
const QUOTED = /[",;\t\n]/;
/** Most cells need neither, and this is asked once for each. */
const SPECIAL = /^[=+\-@＝＋－＠]|[",;\t\r\n]/;

/** One record, by RFC 4180. Only records end with a carriage return; lines inside a cell do not. */
export function writeCsvRecord(cells: Iterable<string | null>): string {
  let record: string | undefined;
  for (const cell of cells) record = record === undefined ? writeCell(cell) : `${record},${writeCell(cell)}`;
  return `${record ?? ''}\r\n`;
}

/** An apostrophe before a formula makes it text, in every spreadsheet. */
function writeCell(value: string | null): string {
  if (value === null || !SPECIAL.test(value)) return value ?? '';
  const safe = value.replaceAll(/\r\n?/g, '\n').replaceAll(FORMULA, "'$&");
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
