import type { Run } from '../database/database.ts';
import { type IndexedIntent, placeIntents } from './place-intents.ts';

/** Counts what was new, so that an intent that is written twice counts once. */
const WRITE = `
WITH written AS (
  INSERT INTO florin_data.search_terms (segment, term, intent_id)
  SELECT segment, term, intent_id
  FROM unnest($3::bigint[], $4::text[], $5::uuid[]) AS fresh (segment, term, intent_id)
  ORDER BY segment, term COLLATE "C", intent_id
  ON CONFLICT DO NOTHING
  RETURNING segment
), counted AS (
  SELECT segment, count(*)::integer AS terms FROM written GROUP BY segment
)
UPDATE florin_data.search_segments AS segment SET terms = segment.terms + counted.terms FROM counted
WHERE segment.merchant_id = $1 AND segment.livemode = $2 AND segment.number = counted.segment`;

/** Adds the terms of intents that do not have them yet. */
export async function writeTerms(run: Run, intents: readonly IndexedIntent[]): Promise<void> {
  for (const own of Map.groupBy(intents, ({ merchant_id, livemode }) => `${merchant_id} ${livemode}`).values()) {
    const [tenant] = own;
    if (!tenant) continue;
    const placed = await placeIntents(run, tenant, own);
    const rows = own.flatMap(({ id, terms }) => terms.map((term) => ({ segment: placed.get(id), term, id })));
    await run(WRITE, [
      tenant.merchant_id,
      tenant.livemode,
      rows.map(({ segment }) => segment),
      rows.map(({ term }) => term),
      rows.map(({ id }) => id),
    ]);
  }
}
