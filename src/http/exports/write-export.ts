import { Problem } from '../../domain/errors.ts';
import { BYTE_ORDER_MARK, writeCsvRecord } from '../../domain/exports/csv.ts';
import { EXPORT_COLUMNS, type ExportKind, type ExportPages, type ExportStore } from '../../ports/exports.ts';
import type { Tenant } from '../../ports/stores.ts';
import type { DownloadAnswer } from '../server/answer.ts';
import type { Context } from '../server/context.ts';

const CONTENT_TYPES = { csv: 'text/csv', jsonl: 'application/jsonl' } as const;

/** What the routes of exports have in common. */
export const exportAnswer = {
  200: { description: 'Returns the file.', contentType: CONTENT_TYPES.csv, alsoAs: [CONTENT_TYPES.jsonl] },
} as const;

/** Sends an export as a file. */
export async function writeExport(
  context: Context,
  tenant: Tenant,
  kind: ExportKind,
  format: keyof typeof CONTENT_TYPES | undefined,
  read: (store: ExportStore) => ExportPages,
): Promise<DownloadAnswer> {
  if (!format) throw new Problem('not_found', 'Exports end in .csv or .jsonl.');
  const ended = context.exportSlots.take(tenant.merchantId);
  try {
    const pages = read(await context.stores.exportsOf(tenant));
    const written = { rows: 0 };
    const mode = tenant.livemode ? 'live' : 'test';
    return {
      status: 200,
      headers: {
        'content-type': `${CONTENT_TYPES[format]}; charset=utf-8`,
        'content-disposition': `attachment; filename="${kind}-${mode}.${format}"`,
      },
      chunks: format === 'csv' ? writeCsv(pages, kind, written) : writeLines(pages, written),
      trailers: { 'export-rows': () => String(written.rows) },
      ended,
    };
  } catch (error) {
    ended();
    throw error;
  }
}

async function* writeCsv(pages: ExportPages, kind: ExportKind, written: { rows: number }) {
  const columns = EXPORT_COLUMNS[kind];
  yield BYTE_ORDER_MARK + writeCsvRecord(columns);
  for await (const rows of pages) {
    written.rows += rows.length;
    if (rows.length > 0) yield rows.map((row) => writeCsvRecord(columns.map((column) => row[column] ?? null))).join('');
  }
}

async function* writeLines(pages: ExportPages, written: { rows: number }) {
  for await (const rows of pages) {
    written.rows += rows.length;
    if (rows.length > 0) yield rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  }
}
