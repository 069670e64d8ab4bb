import type { Run } from '../database/database.ts';
import { type IndexedIntent, placeIntents } from './place-intents.ts';

/**
 * Counts what was new, so that an intent that is written twice counts once. A new intent has no terms to look for, and an
 * insert that expects conflicts takes half as long again: one worker at a time writes terms, so there are none.
 */
const WRITE = `
WITH written AS (
  INSERT INTO florin_data.search_terms (segment, term, intent_id)
  SELECT segment, term, intent_id
  FROM unnest($3::bigint[], $4::text[], $5::uuid[], $6::boolean[]) AS fresh (segment, term, intent_id, is_new)
  WHERE is_new OR (SELECT true FROM florin_data.search_terms AS known WHERE known.segment = fresh.segment
    AND known.term = fresh.term AND known.intent_id = fresh.intent_id LIMIT 1) IS NULL
  ORDER BY segment, term COLLATE "C", intent_id
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
    const rows = own.flatMap(({ id, terms }) => terms.map((term) => ({ ...placed.get(id), term, id })));
    await run(WRITE, [
      tenant.merchant_id,
      tenant.livemode,
      rows.map(({ segment }) => segment),
      rows.map(({ term }) => term),
      rows.map(({ id }) => id),
      rows.map(({ isNew }) => isNew),
    ]);
  }
}
