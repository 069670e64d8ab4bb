import { uuidOf } from '../../domain/ids.ts';
import type { Intent } from '../../domain/intents/intent.ts';
import { type DocumentOrder, freezeInvoice } from '../../domain/invoices/invoice.ts';
import type { Item } from '../../domain/items/item.ts';
import type { Run } from '../database/database.ts';
import { ITEM_COLUMNS, type ItemRecord, readItem } from '../items/find-items.ts';
import { storedDocument, toJsonb } from './invoice-record.ts';

/** A document that a change of an intent has ordered. */
export interface OrderedDocument {
  merchant: string;
  livemode: boolean;
  intent: Intent;
  order: DocumentOrder;
}

/**
 * An intent that has an invoice which no credit note cancels keeps it. A credit note is about that invoice, and repeats what it
 * says. The time is taken under the lock, so it grows with the number.
 */
const ISSUE = `
WITH ordered AS (
  SELECT * FROM unnest($1::uuid[], $2::boolean[], $3::uuid[], $4::text[], $5::text[], $6::jsonb[])
    WITH ORDINALITY AS row (merchant_id, livemode, intent_id, kind, prefix, document, place)
), due AS (
  SELECT ordered.*, valid.number AS valid_number, valid.document AS valid_document
  FROM ordered LEFT JOIN LATERAL (
    SELECT number, document FROM florin_data.invoices AS invoice
    WHERE invoice.merchant_id = ordered.merchant_id AND invoice.livemode = ordered.livemode
      AND invoice.payment_intent_id = ordered.intent_id AND invoice.kind = 'invoice'
      AND NOT EXISTS (
        SELECT FROM florin_data.invoices AS note
        WHERE note.merchant_id = ordered.merchant_id AND note.livemode = ordered.livemode
          AND note.payment_intent_id = ordered.intent_id AND note.corrects = invoice.number)
    ORDER BY number DESC LIMIT 1
  ) AS valid ON true
  WHERE (ordered.kind = 'credit_note') = (valid.number IS NOT NULL)
), numbered AS (
  SELECT due.*, CASE kind WHEN 'invoice' THEN last_number ELSE last_credit_note END
    + row_number() OVER (PARTITION BY merchant_id, livemode, kind ORDER BY place) AS number
  FROM due JOIN florin_data.invoice_series USING (merchant_id, livemode)
), counted AS (
  UPDATE florin_data.invoice_series AS series
  SET last_number = last_number + invoices, last_credit_note = last_credit_note + credit_notes
  FROM (SELECT merchant_id, livemode, count(*) FILTER (WHERE kind = 'invoice') AS invoices,
          count(*) FILTER (WHERE kind = 'credit_note') AS credit_notes
        FROM due GROUP BY merchant_id, livemode) AS issued
  WHERE series.merchant_id = issued.merchant_id AND series.livemode = issued.livemode
)
INSERT INTO florin_data.invoices
  (merchant_id, livemode, payment_intent_id, kind, prefix, number, issued_at, document, corrects)
SELECT merchant_id, livemode, intent_id, kind, prefix, number, statement_timestamp(),
  coalesce(valid_document, document), valid_number
FROM numbered`;

/**
 * Issues what the changes of a transaction have ordered, as the last step before its commit: the locks on the series are held
 * only while it commits, and a transaction that waits for one holds no lock that its owner still needs.
 */
export async function issueDocuments(run: Run, ordered: readonly OrderedDocument[]): Promise<void> {
  if (ordered.length === 0) return;
  const catalog = await findCatalog(run, ordered);
  await lockSeries(run, ordered);
  const documents = ordered.map(({ intent, order }, place) =>
    order.kind === 'invoice'
      ? toJsonb(storedDocument(freezeInvoice(intent, order.seller, catalog[place] ?? [])))
      : null,
  );
  await run(ISSUE, [
    ordered.map(({ merchant }) => merchant),
    ordered.map(({ livemode }) => livemode),
    ordered.map(({ intent }) => uuidOf(intent.id)),
    ordered.map(({ order }) => order.kind),
    ordered.map(({ order }) => order.prefix),
    documents,
  ]);
}

/** Missing series are made before any is locked, and all are locked in the same order everywhere. */
async function lockSeries(run: Run, ordered: readonly OrderedDocument[]): Promise<void> {
  const tenants = [ordered.map(({ merchant }) => merchant), ordered.map(({ livemode }) => livemode)];
  await run(
    `INSERT INTO florin_data.invoice_series (merchant_id, livemode, last_number)
     SELECT DISTINCT merchant_id, livemode, 0 FROM unnest($1::uuid[], $2::boolean[]) AS wanted (merchant_id, livemode)
     WHERE NOT EXISTS (
       SELECT FROM florin_data.invoice_series AS known
       WHERE known.merchant_id = wanted.merchant_id AND known.livemode = wanted.livemode)
     ORDER BY merchant_id, livemode ON CONFLICT DO NOTHING`,
    tenants,
  );
  await run(
    `SELECT FROM florin_data.invoice_series
     WHERE (merchant_id, livemode) IN (SELECT * FROM unnest($1::uuid[], $2::boolean[]))
     ORDER BY merchant_id, livemode FOR UPDATE`,
    tenants,
  );
}

/** The known items of each intent. */
async function findCatalog(run: Run, ordered: readonly OrderedDocument[]): Promise<Item[][]> {
  const wanted = ordered.flatMap(({ merchant, livemode, intent, order }, place) =>
    order.kind === 'invoice' ? intent.request.items.map(({ item_id }) => ({ merchant, livemode, item_id, place })) : [],
  );
  const rows = await run<ItemRecord & { place: number }>(
    `SELECT place, ${ITEM_COLUMNS}
     FROM (SELECT DISTINCT * FROM unnest($1::uuid[], $2::boolean[], $3::text[], $4::integer[])) AS wanted (merchant, mode, item, place),
     LATERAL (
       SELECT ${ITEM_COLUMNS} FROM florin_data.items
       WHERE merchant_id = merchant AND livemode = mode AND item_id = item LIMIT 1
     ) AS found`,
    [
      wanted.map(({ merchant }) => merchant),
      wanted.map(({ livemode }) => livemode),
      wanted.map(({ item_id }) => item_id),
      wanted.map(({ place }) => place),
    ],
  );
  const catalog: Item[][] = ordered.map(() => []);
  for (const { place, ...row } of rows) catalog[place]?.push(readItem(row));
  return catalog;
}
