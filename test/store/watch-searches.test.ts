import { beforeAll, describe, expect, it } from 'vitest';
import { uuidOf } from '../../src/domain/ids.ts';
import type { Database, Run, Statement } from '../../src/store/database/database.ts';
import { findWatch } from '../../src/store/payments/find-watch.ts';
import { listShared } from '../../src/store/payments/list-shared.ts';
import { runSql, servers } from '../support/databases.ts';
import { type EngineDatabase, openPostgres } from './engine-databases.ts';
import { explainReads } from './explain.ts';
import { newMerchantId } from './sample-intent.ts';

const NETWORK = 'ethereum';
const NOW_MS = Date.UTC(2026, 10, 16);
const TARGETS = 20_000;

/** Targets of one kind, watched until some time after now. */
const INSERT = `INSERT INTO florin_data.targets (merchant_id, livemode, intent_id, network, address, reference, required,
  assigned_at, decimals, requirement, matched_by, coin_until, watched_until)
  SELECT $1, true, gen_random_uuid(), '${NETWORK}', $2::text || CASE WHEN $3::boolean THEN '' ELSE number::text END,
    CASE WHEN $3 THEN gen_random_uuid()::text END, 3, $4::timestamptz, 18, '{"blocks": 3}', CASE WHEN $3 THEN 'amount' ELSE 'address' END,
    $4::timestamptz + number * interval '1 s', $4::timestamptz + $5::int * interval '1 day'
  FROM generate_series(1, ${TARGETS}) AS number`;

const UNSCANNED = 'polygon';
const PAYMENTS = 20_000;
const RECENT_BLOCKS = 200;

/** One final payment in each block of a network that has no scan. */
const INSERT_FINAL = `INSERT INTO florin_data.payments (merchant_id, livemode, intent_id, network, tx, tx_index, block_height,
  confirmations, required, requirement, state, asset, amount, first_seen_at, block_time)
  SELECT $1, true, gen_random_uuid(), '${UNSCANNED}', 'tx' || height, 0, height, 3, 3, '{"blocks": 3}', 'final', 'POL', 1, now(), now()
  FROM generate_series(1, ${PAYMENTS}) AS height`;

type Analyzed = 'never' | 'early' | 'just now';

const CASES = servers().flatMap(({ name, url }) =>
  (['never', 'early', 'just now'] as const).map((analyzed: Analyzed) => ({ name, url, analyzed })),
);

describe.each(CASES)(
  'what a scan of a network needs, analyzed $analyzed, on the $name PostgreSQL',
  ({ url: serverUrl, analyzed }) => {
    let opened: EngineDatabase & { url: string };
    const statements: Omit<Statement, 'name'>[] = [];
    const run: Run = async <Row extends object>(text: string, values: unknown[] = []) => {
      statements.push({ text, values });
      return runSql<Row>(opened.url, text, values);
    };
    const database = { query: ({ text, values }: Statement) => run(text, values) } as Pick<
      Database,
      'query'
    > as Database;

    /** Open intents that share an address, open intents with their own addresses, and more that are over. */
    beforeAll(async () => {
      opened = await openPostgres(serverUrl);
      const merchant = uuidOf(newMerchantId());
      const analyze = () => runSql(opened.url, 'ANALYZE florin_data.targets, florin_data.payments');
      // Otherwise the server may analyze the tables at any moment.
      for (const table of ['targets', 'payments'])
        await runSql(opened.url, `ALTER TABLE florin_data.${table} SET (autovacuum_enabled = off)`);
      for (const [address, isShared, days] of [
        ['wallet', true, 30],
        ['own', false, 30],
        ['old', false, -1],
      ] as const) {
        await runSql(opened.url, INSERT, [merchant, address, isShared, new Date(NOW_MS), days]);
        if (isShared && analyzed === 'early') await analyze();
      }
      await runSql(
        opened.url,
        `INSERT INTO florin_data.targets (merchant_id, livemode, intent_id, network, address, required, assigned_at, decimals,
           requirement, matched_by, watched_until)
         VALUES ($1, true, gen_random_uuid(), '${UNSCANNED}', 'own', 3, $2, 18, '{"blocks": 3}', 'address', $3)`,
        [merchant, new Date(NOW_MS), new Date(NOW_MS + 1)],
      );
      await runSql(opened.url, INSERT_FINAL, [merchant]);
      if (analyzed === 'just now') await analyze();
      const scan = `INSERT INTO florin_data.scans (network, cursor, scanned_until, tip_height, token) VALUES ($1, '', $2, 1, 1)`;
      await runSql(opened.url, scan, [NETWORK, new Date(NOW_MS)]);
      return () => opened.close();
    });

    /** How many rows of the table the work reads in all, whether it returns them or not. */
    async function rowsOf(work: () => Promise<unknown>, table = 'targets'): Promise<number> {
      statements.length = 0;
      await work();
      const reads = await Promise.all(
        statements.map(({ text, values }) => explainReads(opened.url, text, values, table)),
      );
      return reads.flat().reduce((sum, { rows }) => sum + rows, 0);
    }

    const shared = () => listShared(run, NETWORK, ['wallet', 'own7', 'nobody']);

    const watch = async () => (await findWatch(database, NETWORK, NOW_MS))?.watch ?? expect.fail();

    const unscanned = () => findWatch(database, UNSCANNED, NOW_MS);

    it('is found without reading the targets', async () => {
      expect((await watch()).coinUntilMs).toBe(NOW_MS + TARGETS * 1_000);
      expect(await rowsOf(watch)).toBeLessThanOrEqual(10);
    });

    it('lists the newest final payments only, also before the first scan', async () => {
      const heights = (await unscanned())?.watch.pending.map(({ blockHeight = 0 }) => blockHeight) ?? [];
      expect(heights).toHaveLength(RECENT_BLOCKS);
      expect(Math.min(...heights)).toBe(PAYMENTS - RECENT_BLOCKS + 1);
      expect(await rowsOf(unscanned, 'payments')).toBeLessThanOrEqual(RECENT_BLOCKS + 10);
    });

    it('lists as many addresses as are asked for', async () => {
      const watched = await watch();
      expect(await watched.addresses(1_000)).toHaveLength(1_001);
      expect(await rowsOf(() => watched.addresses(1_000))).toBeLessThanOrEqual(2_010);
    });

    it('tells by one target that an address is shared', async () => {
      expect(await shared()).toEqual([{ address: 'wallet', matchedBy: 'amount' }]);
      expect(await rowsOf(shared)).toBeLessThanOrEqual(3);
    });
  },
);
