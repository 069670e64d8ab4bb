import type { SearchIndex } from '../../ports/search-index.ts';
import type { Database, Run } from '../database/database.ts';
import { followIndexes } from '../database/follow-indexes.ts';
import type { TenantKey } from './place-intents.ts';
import { type IntentKey, readSearchable } from './read-searchable.ts';
import { writeTerms } from './write-terms.ts';

/** An arbitrary constant that must be the same in all processes. */
export const SEARCH_LOCK = 6_702_029;

/** A busy database has seconds for a statement. */
const SHRINK = 4;

/** A row of the queue never moves, so its place names it. An intent that waits more than once is written once. */
const TAKE = `
DELETE FROM florin_data.search_queue WHERE ctid = ANY (ARRAY (
  SELECT ctid FROM florin_data.search_queue ORDER BY position LIMIT $1))
RETURNING merchant_id, livemode, intent_id`;

const NEXT_BACKFILL = 'SELECT merchant_id, livemode, before FROM florin_data.search_backfills ORDER BY 1, 2 LIMIT 1';

const OLDER = `
SELECT merchant_id, livemode, id AS intent_id FROM florin_data.payment_intents
WHERE merchant_id = $1 AND livemode = $2 AND ($3::uuid IS NULL OR id < $3) ORDER BY id DESC LIMIT $4`;

interface Backfill extends TenantKey {
  before: string | null;
}

/** Writes the search terms of all merchants of one database. One process at a time does it. */
export class PostgresSearchIndex implements SearchIndex {
  readonly #database: Database;
  /** How many intents the next transaction takes: fewer after one that failed, and then more again. */
  #size = Number.POSITIVE_INFINITY;

  constructor(database: Database) {
    this.#database = database;
  }

  async index(limit: number): Promise<number | undefined> {
    const size = Math.min(this.#size, limit);
    try {
      const indexed = await this.#indexSome(size);
      this.#size = 2 * size;
      // A full round of a smaller size leaves more to do, like a full one.
      return indexed === size ? limit : indexed;
    } catch (error) {
      this.#size = Math.max(1, Math.floor(size / SHRINK));
      throw error;
    }
  }

  #indexSome(limit: number): Promise<number | undefined> {
    return this.#database.transaction(async (run) => {
      const [lock] = await run<{ locked: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS locked', [SEARCH_LOCK]);
      if (!lock?.locked) return undefined;
      await followIndexes(run);
      const waiting = await run<IntentKey>(TAKE, [limit]);
      if (waiting.length === 0) return backfill(run, limit);
      const distinct = new Map(waiting.map((key) => [`${key.merchant_id} ${key.livemode} ${key.intent_id}`, key]));
      await writeTerms(run, await readSearchable(run, [...distinct.values()]));
      return waiting.length;
    });
  }
}

/** A step downward through the intents of one merchant. What a crash interrupts is done again. */
async function backfill(run: Run, limit: number): Promise<number> {
  const [next] = await run<Backfill>(NEXT_BACKFILL);
  if (!next) return 0;
  const tenant = [next.merchant_id, next.livemode];
  const older = await run<IntentKey>(OLDER, [...tenant, next.before, limit]);
  await writeTerms(run, await readSearchable(run, older));
  if (older.length < limit) {
    await run('DELETE FROM florin_data.search_backfills WHERE merchant_id = $1 AND livemode = $2', tenant);
  } else {
    await run('UPDATE florin_data.search_backfills SET before = $3 WHERE merchant_id = $1 AND livemode = $2', [
      ...tenant,
      older.at(-1)?.intent_id,
    ]);
  }
  return Math.max(1, older.length);
}
