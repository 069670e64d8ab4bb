/** One record of a CSV file, with the number of its first line. */
export type CsvRecord = { line: number; fields: string[] } | { line: number; fault: string };

/** More than any field may have. It bounds the search for a closing quote. */
const FIELD_LENGTH_MAX = 2_000;

/**
 * RFC 4180: commas, quotes doubled inside quotes, line breaks inside quotes, CRLF or LF. A record that cannot be parsed is
 * reported and ends with its line, so that one bad quote does not hide the rest. Empty lines are skipped.
 */
export function* readCsv(text: string): Generator<CsvRecord> {
  let at = 0;
  let line = 1;
  while (at < text.length) {
    const record = readRecord(text, at);
    const end = 'fault' in record ? endOfLine(text, at) : record.end;
    if ('fault' in record) yield { line, fault: record.fault };
    else if (record.fields.length > 1 || record.fields[0] !== '') yield { line, fields: record.fields };
    for (let feed = text.indexOf('\n', at); feed >= 0 && feed < end; feed = text.indexOf('\n', feed + 1)) line += 1;
    at = end;
  }
}

/** The start of the next line. */
function endOfLine(text: string, from: number): number {
  const feed = text.indexOf('\n', from);
  return feed < 0 ? text.length : feed + 1;
}

function readRecord(text: string, start: number): { fields: string[]; end: number } | { fault: string } {
  const fields: string[] = [];
  let at = start;
  for (;;) {
    const field = text[at] === '"' ? readQuoted(text, at) : readPlain(text, at);
    if ('fault' in field) return field;
    fields.push(field.value);
    at = field.end;
    if (text[at] === ',') {
      at += 1;
      continue;
    }
    const rest = text.startsWith('\r\n', at) ? 2 : text[at] === '\n' ? 1 : 0;
    if (rest === 0 && at < text.length) return { fault: 'A quoted field must be followed by a comma or a line break.' };
    return { fields, end: at + rest };
  }
}

type Field = { value: string; end: number } | { fault: string };

const PLAIN = /[^,\r\n]*/y;

function readPlain(text: string, start: number): Field {
  PLAIN.lastIndex = start;
  const value = PLAIN.exec(text)?.[0] ?? '';
  if (value.includes('"')) return { fault: 'Put quotes around a field that contains a quote.' };
  return { value, end: start + value.length };
}

function readQuoted(text: string, start: number): Field {
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote < 0 || quote - start > FIELD_LENGTH_MAX) return { fault: 'A quote is not closed.' };
    if (text[quote + 1] !== '"') {
      return { value: text.slice(start + 1, quote).replaceAll('""', '"'), end: quote + 1 };
    }
    at = quote + 2;
  }
}
