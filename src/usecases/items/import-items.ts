import { Problem } from '../../domain/errors.ts';
import { readCsv } from '../../domain/items/csv.ts';
import { type Item, readItem } from '../../domain/items/item.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Store } from '../../ports/stores.ts';

const HEADER = 'item_id,name,unit_amount,currency';

export interface ImportReport {
  imported: number;
  /** Every line that was skipped, by its number. */
  errors: { line: number; detail: string }[];
}

/** Imports every valid line of a CSV file into the catalog, and reports what is wrong with the others. */
export async function importItems(ports: { clock: Clock }, store: Store, csv: string): Promise<ImportReport> {
  const { items, errors } = readItems(csv.replace(/^\uFEFF/, ''));
  if (items.length > 0) await store.items.put(items, ports.clock.nowMs());
  return { imported: items.length, errors };
}

function readItems(csv: string): { items: Item[]; errors: ImportReport['errors'] } {
  const errors: ImportReport['errors'] = [];
  const byId = new Map<string, { item: Item; line: number }>();
  let lines = 0;
  for (const record of readCsv(csv)) {
    lines += 1;
    if (lines === 1) {
      checkHeader('fields' in record ? record.fields : []);
      continue;
    }
    if (lines > LIMITS.importLinesMax + 1) throw invalidCsv(`has more than ${LIMITS.importLinesMax} items`);
    const item = 'fault' in record ? record.fault : readItem(record.fields);
    const earlier = typeof item === 'string' ? undefined : byId.get(item.itemId);
    if (typeof item === 'string') errors.push({ line: record.line, detail: item });
    else if (earlier) errors.push({ line: record.line, detail: `This item_id is already on line ${earlier.line}.` });
    else byId.set(item.itemId, { item, line: record.line });
  }
  if (lines === 0) throw invalidCsv('is empty');
  return { items: [...byId.values()].map(({ item }) => item), errors };
}

function checkHeader(fields: readonly string[]): void {
  const header = fields.map((field) => field.trim().toLowerCase()).join(',');
  if (header !== HEADER) throw invalidCsv(`does not start with the header ${HEADER}`);
}

const invalidCsv = (why: string) =>
  new Problem('validation_failed', `The CSV file ${why}.`, {
    errors: [{ pointer: '#', code: 'invalid_csv', detail: `The file ${why}.` }],
  });
