import { ApiError } from './client.ts';
import type { Mode } from './types.ts';

export type ExportKind = 'payments' | 'transfers' | 'invoices';
export type ExportFormat = 'csv' | 'jsonl';

export interface ExportOrder {
  mode: Mode;
  kind: ExportKind;
  format: ExportFormat;
  /** The filters, as in the query of the list. */
  query: string;
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/**
 * Reads an export and reports how many rows have arrived. A connection that breaks throws, so what is returned is whole.
 * In CSV, only a record ends with a carriage return, and the first one names the columns.
 */
export async function downloadExport(
  { mode, kind, format, query }: ExportOrder,
  onRows: (rows: number) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const path = `/dashboard/api/${mode}/exports/${kind}.${format}${query === '' ? '' : `?${query}`}`;
  const response = await fetch(path, { signal, credentials: 'same-origin' });
  if (!response.ok || response.body === null) throw new ApiError(response.status, await readProblem(response));
  const end = format === 'csv' ? CARRIAGE_RETURN : LINE_FEED;
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let rows = format === 'csv' ? -1 : 0;
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    for (const byte of value) if (byte === end) rows += 1;
    onRows(Math.max(rows, 0));
  }
  return new Blob(parts, { type: response.headers.get('content-type') ?? '' });
}

const readProblem = (response: Response): Promise<object> => response.json().catch(() => ({}));

/** Hands a file to the browser. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
