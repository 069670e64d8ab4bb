import type { QueryResultRow } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idFromUuid, uuidOf } from '../../src/domain/ids.ts';
import { Database, type Statement } from '../../src/store/database/database.ts';
import { findMilestones } from '../../src/store/intents/find-milestones.ts';
import { createMigrated } from '../support/create-migrated.ts';
import { CONNECT_MS_MAX, runSql, servers } from '../support/databases.ts';
import { times } from '../support/effort.ts';
import { explainReads } from './explain.ts';
import { newMerchantId } from './sample-intent.ts';

const INTENTS = times(12_000, 1_000_000);

const INSERT = `INSERT INTO florin_data.payment_intents (merchant_id, livemode, id, status, sequence, created_at, expires_at,
    total_amount, tax_amount, tax_percent, currency, asset, crypto_amount, customer_email, warnings, request_body)
  SELECT $1, false, (lpad(to_hex(1700000000000 + place * 1000), 12, '0') || '7000' || '8' || lpad(to_hex(place), 15, '0'))::uuid,
    $2, 1, now(), now(), 100, 0, 0, 'USD', 'SOL', 1, 'c@example.org', '[]', '{}'
  FROM generate_series(1, $3::integer) AS place`;

class ObservedDatabase extends Database {
  readonly statements: Statement[] = [];

  override query<Row extends QueryResultRow>(statement: Statement): Promise<Row[]> {
    this.statements.push(statement);
    return super.query(statement);
  }
}

describe.each(servers())('milestones among many intents on the $name PostgreSQL', ({ url: serverUrl }) => {
  const [paid, unpaid] = [newMerchantId(), newMerchantId()];
  let url: string;
  let database: ObservedDatabase;

  beforeAll(async () => {
    url = await createMigrated(['data'], serverUrl);
    database = new ObservedDatabase({ url, connectMsMax: CONNECT_MS_MAX, connectionsMax: 1, applicationName: 'test' });
    // Most intents of the database succeeded, so the planner expects a success soon wherever it looks.
    await runSql(url, INSERT, [uuidOf(paid), 'succeeded', INTENTS]);
    await runSql(url, INSERT, [uuidOf(unpaid), 'requires_payment', INTENTS]);
  });

  afterAll(() => database.close());

  it.each(['without statistics', 'with statistics'])('reads one entry of each index, %s', async (when) => {
    if (when === 'with statistics') await runSql(url, 'ANALYZE florin_data.payment_intents');
    for (const [merchant, isPaid] of [
      [paid, true],
      [unpaid, false],
    ] as const) {
      database.statements.length = 0;
      const found = await findMilestones(database, { merchant: uuidOf(merchant), livemode: false });
      const [newest] = await runSql<{ id: string }>(
        url,
        'SELECT id FROM florin_data.payment_intents WHERE merchant_id = $1 ORDER BY id DESC LIMIT 1',
        [uuidOf(merchant)],
      );
      const id = idFromUuid('pi', newest?.id ?? '');
      expect(found).toEqual({ newest: id, newestSucceeded: isPaid ? id : undefined });
      for (const { text, values } of database.statements) {
        const reads = await explainReads(url, text, values, 'payment_intents');
        expect(reads.map(({ rows }) => rows).filter((rows) => rows > 1)).toEqual([]);
        expect(new Set(reads.map(({ from }) => from))).toEqual(
          new Set(['payment_intents_pkey', 'payment_intents_status']),
        );
      }
    }
  });
});
