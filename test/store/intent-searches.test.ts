import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type IntentId, idFromUuid, uuidOf } from '../../src/domain/ids.ts';
import { fiatAmount } from '../../src/domain/money/money.ts';
import type { IntentFilter } from '../../src/ports/intents.ts';
import { Database, type Run } from '../../src/store/database/database.ts';
import { listIntents } from '../../src/store/intents/list-intents.ts';
import { forgetTerms } from '../../src/store/searches/forget-terms.ts';
import { PostgresSearchIndex } from '../../src/store/searches/search-index.ts';
import { createMigrated } from '../support/create-migrated.ts';
import { CONNECT_MS_MAX, runSql, servers } from '../support/databases.ts';
import { times } from '../support/effort.ts';
import { explainReads } from './explain.ts';
import { newMerchantId } from './sample-intent.ts';

const INTENTS = times(12_000, 60_000);
const RARE = 1_500;
/** No statement of a page reads more rows than these, although many more would match: of intents, and of one segment. */
const INTENTS_READ_MAX = 6_000;
const TERMS_READ_MAX = 20_000;

/** One intent per second. Of every 1,500, one is of another kind. */
const INSERT = `INSERT INTO florin_data.payment_intents (merchant_id, livemode, id, status, sequence, created_at, expires_at,
    total_amount, tax_amount, tax_percent, currency, asset, crypto_amount, customer_email, order_id, warnings, request_body)
  SELECT $1, false, (lpad(to_hex(1700000000000 + place * 1000), 12, '0') || '7000' || '8' || lpad(to_hex(place), 15, '0'))::uuid,
    CASE WHEN place % ${RARE} = 7 THEN 'needs_review' ELSE 'succeeded' END, 1, now(), now(),
    CASE WHEN place % ${RARE} = 7 THEN 900000 ELSE 100 + place % 5000 END, 0, 0, 'USD',
    CASE WHEN place % ${RARE} = 9 THEN 'DOGE' ELSE 'SOL' END, 1, 'c' || place % 100 || '@example.org',
    CASE WHEN place <= 500 THEN 'old-' ELSE 'new-' END || place, '[]',
    '{"customer":{"name":"' || CASE WHEN place % ${RARE} = 7 THEN 'Rare' ELSE 'Common' END || ' Person"}}'
  FROM generate_series($2::integer, $3::integer) AS place`;

const SETTINGS = '-c enable_bitmapscan=off -c enable_seqscan=off -c enable_sort=off -c jit=off';

class ObservedDatabase extends Database {
  readonly statements: { text: string; values: unknown[] }[] = [];

  override transaction<Result>(steps: (run: Run) => Promise<Result>): Promise<Result> {
    return super.transaction((run) =>
      steps((text, values = []) => {
        if (text.trimStart().startsWith('SELECT') || text.trimStart().startsWith('WITH'))
          this.statements.push({ text, values });
        return run(text, values);
      }),
    );
  }
}

const FILTERS: [string, Omit<IntentFilter, 'limit'>][] = [
  ['a common status', { status: 'succeeded' }],
  ['a rare status', { status: 'needs_review' }],
  ['a status that none has', { status: 'canceled' }],
  ['a rare asset', { asset: 'DOGE' }],
  ['an asset that none has', { asset: 'BTC' }],
  ['a common word', { search: 'common' }],
  ['a rare word', { search: 'RARE' }],
  ['a word that none has', { search: 'nobody' }],
  ['what only the oldest have', { search: 'old-' }],
  ['a common word and a rare status', { search: 'person', status: 'needs_review' }],
  ['rare amounts', { amount: { currency: 'USD', min: fiatAmount(800_000), max: fiatAmount(999_999) } }],
  ['all amounts', { amount: { currency: 'USD', min: fiatAmount(0), max: fiatAmount(999_999) } }],
  ['an email address', { email: 'C7@example.org' }],
  ['a search for an email address', { search: 'C7@example.org' }],
  ['a search for the beginning of an email address', { search: 'C7@' }],
  ['a search for an email address that none has', { search: 'nobody@example.org' }],
  ['a common status at an old time', { status: 'succeeded', createdBeforeMs: 1_700_000_100_000 }],
  ['a common word at an old time', { search: 'person', createdBeforeMs: 1_700_000_100_000 }],
];

describe.each(servers())('searches of many intents on the $name PostgreSQL', ({ url: serverUrl }) => {
  const merchant = uuidOf(newMerchantId());
  const tenancy = { merchant, livemode: false };
  let url: string;
  let database: ObservedDatabase;
  let index: PostgresSearchIndex;

  beforeAll(async () => {
    url = await createMigrated(['data'], serverUrl);
    database = new ObservedDatabase({
      url,
      connectMsMax: CONNECT_MS_MAX,
      connectionsMax: 2,
      applicationName: 'test',
    });
    index = new PostgresSearchIndex(database);
  });

  afterAll(() => database.close());

  const writeAll = async () => {
    for (let written = 500; written === 500; ) written = (await index.index(500)) ?? 0;
  };

  const find = async (filter: Omit<IntentFilter, 'limit'>, limit = 21) => {
    const { intents, lookedUntil } = await listIntents(database, tenancy, { ...filter, limit });
    return { ids: intents.map(({ id }) => id), lookedUntil };
  };

  it.each(['never', 'early', 'now'])('reads few rows with statistics made %s', async (when) => {
    if (when === 'never') {
      for (const table of ['payment_intents', 'search_terms', 'search_segments'])
        await runSql(url, `ALTER TABLE florin_data.${table} SET (autovacuum_enabled = false)`);
      await runSql(url, INSERT, [merchant, 1, INTENTS]);
      await runSql(url, 'INSERT INTO florin_data.search_backfills (merchant_id, livemode) VALUES ($1, false)', [
        merchant,
      ]);
      await writeAll();
    }
    if (when === 'early') {
      // Statistics of a moment at which there was one intent, of a kind that is rare now.
      await runSql(
        url,
        `BEGIN; CREATE TEMP TABLE kept AS SELECT * FROM florin_data.payment_intents;
         DELETE FROM florin_data.payment_intents WHERE total_amount <> 900000; ANALYZE florin_data.payment_intents;
         INSERT INTO florin_data.payment_intents SELECT * FROM kept WHERE total_amount <> 900000; COMMIT`,
      );
    }
    if (when === 'now') await runSql(url, 'ANALYZE');
    for (const [name, filter] of FILTERS) {
      database.statements.length = 0;
      await find(filter);
      for (const { text, values } of database.statements) {
        const reads = await explainReads(url, text, values, '', SETTINGS);
        const tooMany = reads.filter(
          ({ from, rows }) => rows > (from?.startsWith('search_') ? TERMS_READ_MAX : INTENTS_READ_MAX),
        );
        expect([name, tooMany]).toEqual([name, []]);
      }
    }
  });

  it('finds every intent once, page by page, newest first', async () => {
    const rows = await runSql<{ id: string }>(
      url,
      `SELECT id FROM florin_data.payment_intents WHERE merchant_id = $1 AND total_amount = 900000 ORDER BY id DESC`,
      [merchant],
    );
    const expected = rows.map(({ id }) => idFromUuid('pi', id));
    for (const filter of [{ search: 'rare' }, { status: 'needs_review' as const }, { search: 'rare', asset: 'SOL' }]) {
      const found: IntentId[] = [];
      for (let olderThan: IntentId | undefined; ; ) {
        const { ids, lookedUntil } = await find({ ...filter, ...(olderThan && { olderThan }) }, 3);
        found.push(...ids);
        olderThan = ids.length === 3 ? ids.at(-1) : lookedUntil;
        if (olderThan === undefined) break;
      }
      expect(found).toEqual(expected);
    }
  });

  it('finds an email address without looking at terms, and its beginning by them', async () => {
    const readsOf = async (search: string) => {
      database.statements.length = 0;
      const { ids } = await find({ search }, 10_000);
      const reads = await Promise.all(
        database.statements.map(({ text, values }) => explainReads(url, text, values, 'search_', SETTINGS)),
      );
      return { count: ids.length, readsTerms: reads.flat().length > 0 };
    };
    expect(await readsOf('c7@example.org')).toEqual({ count: INTENTS / 100, readsTerms: false });
    expect(await readsOf('C7@example.or')).toEqual({ count: INTENTS / 100, readsTerms: true });
    expect(await readsOf('c7@example.org.')).toEqual({ count: 0, readsTerms: true });
    const rare = { search: 'c7@example.org', status: 'needs_review' as const };
    expect((await find(rare)).ids).toEqual((await find({ ...rare, search: 'c7@example.or' })).ids);
  });

  it('finds intents that come later, above and below, in the right order', async () => {
    await runSql(url, INSERT, [merchant, INTENTS + 2, INTENTS + 3_000]);
    await runSql(
      url,
      `INSERT INTO florin_data.search_queue (merchant_id, livemode, intent_id)
       SELECT merchant_id, livemode, id FROM florin_data.payment_intents
       WHERE merchant_id = $1 AND substr(order_id, 5)::integer > $2 ORDER BY random()`,
      [merchant, INTENTS],
    );
    await writeAll();
    // One that was late stands between those that have terms already, and one is older than all of them.
    await runSql(url, INSERT, [merchant, INTENTS + 1, INTENTS + 1]);
    await runSql(url, INSERT, [merchant, 0, 0]);
    await runSql(
      url,
      `INSERT INTO florin_data.search_queue (merchant_id, livemode, intent_id)
       SELECT merchant_id, livemode, id FROM florin_data.payment_intents
       WHERE merchant_id = $1 AND substr(order_id, 5)::integer IN (0, $2)`,
      [merchant, INTENTS + 1],
    );
    await writeAll();
    const newest = await find({ search: 'new-' }, 3_005);
    expect(newest.ids).toHaveLength(3_005);
    expect(newest.ids).toEqual(newest.ids.toSorted().toReversed());
    expect((await find({ search: `new-${INTENTS + 1}` })).ids).toHaveLength(1);
    expect((await find({ search: 'old-0' })).ids).toHaveLength(1);
  });

  it('writes terms once, and forgets them with what they came from', async () => {
    const [row] = await runSql<{ id: string }>(
      url,
      `SELECT id FROM florin_data.payment_intents WHERE merchant_id = $1 AND order_id = 'old-7'`,
      [merchant],
    );
    const id = row?.id ?? '';
    const termsOf = () =>
      runSql<{ term: string }>(url, 'SELECT term FROM florin_data.search_terms WHERE intent_id = $1 ORDER BY term', [
        id,
      ]);
    const before = await termsOf();
    // The newest one is the last that can have terms.
    await runSql(
      url,
      `INSERT INTO florin_data.search_queue (merchant_id, livemode, intent_id) SELECT $1, false, id FROM (
         SELECT id FROM florin_data.payment_intents WHERE merchant_id = $1 AND NOT livemode
         ORDER BY id = $2 DESC, id DESC LIMIT 2) AS again`,
      [merchant, id],
    );
    const all = 'SELECT count(*)::int AS terms FROM florin_data.search_terms';
    const [counted] = await runSql(url, all);
    await writeAll();
    expect(await termsOf()).toEqual(before);
    expect(await runSql(url, all)).toEqual([counted]);
    await database.transaction(async (run) => {
      await run(
        `UPDATE florin_data.payment_intents SET customer_email = '', request_body = '{"customer":{"name":""}}'
         WHERE merchant_id = $1 AND NOT livemode AND id = $2`,
        [merchant, id],
      );
      await forgetTerms(run, tenancy, [id]);
    });
    expect(await termsOf()).toEqual([]);
    await writeAll();
    const texts = (await termsOf()).map(({ term }) => term);
    expect(texts.join(' ')).not.toMatch(/rare|person|@/);
    expect(texts).toContain('old-7');
  });

  it('finds an intent by each of its invoices and credit notes, whatever the prefix', async () => {
    const [row] = await runSql<{ id: string }>(
      url,
      `SELECT id FROM florin_data.payment_intents WHERE merchant_id = $1 AND order_id = 'old-9'`,
      [merchant],
    );
    const issue = async (kind: string, prefix: string, number: number, corrects: number | null) => {
      await runSql(
        url,
        `INSERT INTO florin_data.invoices
           (merchant_id, livemode, payment_intent_id, kind, prefix, number, issued_at, document, corrects)
         VALUES ($1, false, $2, $3, $4, $5, now(), '{}', $6)`,
        [merchant, row?.id, kind, prefix, number, corrects],
      );
      await writeAll();
    };
    const id = idFromUuid('pi', row?.id ?? '');
    await issue('invoice', 'R/2026.', 7, null);
    expect((await find({ search: 'r/2026.000007' })).ids).toEqual([id]);
    await issue('credit_note', 'CN-', 1, 7);
    await issue('invoice', '', 1_234_567, null);
    for (const search of ['cn-000001', '1234567', 'R/2026'])
      expect([search, (await find({ search })).ids]).toEqual([search, [id]]);
    expect((await find({ search: 'cn-000001', status: 'succeeded' })).ids).toEqual([id]);
  });

  it('reads names that PostgreSQL cannot', async () => {
    await runSql(url, INSERT, [merchant, 999_999, 999_999]);
    await runSql(
      url,
      `UPDATE florin_data.payment_intents SET request_body = $2 WHERE merchant_id = $1 AND order_id = 'new-999999'`,
      [merchant, String.raw`{"customer":{"name":"\u0000Odd \ud83d\ude00 N\u00e4me \ud800 \udfff"},"note":"\ud800"}`],
    );
    await runSql(
      url,
      `INSERT INTO florin_data.search_queue (merchant_id, livemode, intent_id)
       SELECT merchant_id, livemode, id FROM florin_data.payment_intents WHERE merchant_id = $1 AND order_id = 'new-999999'`,
      [merchant],
    );
    await writeAll();
    expect((await find({ search: 'näme' })).ids).toHaveLength(1);
  });
});
