import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { makeId, uuidOf } from '../../src/domain/ids.ts';
import { parseDecimal } from '../../src/domain/money/decimal.ts';
import type { Database, Statement } from '../../src/store/database/database.ts';
import { migrate } from '../../src/store/database/migrate.ts';
import { listSuggestions } from '../../src/store/transfers/list-suggestions.ts';
import { createDatabase, runSql, servers } from '../support/databases.ts';
import { newMerchantId } from './sample-intent.ts';

const AMOUNTS = 20_000;

/** Amounts of one price, as many intents at one wallet get them over the years. */
const INSERT = `INSERT INTO florin_data.target_keys (merchant_id, livemode, intent_id, network, key, kind, address, asset,
  amount, assigned_at, held_until)
  SELECT $1, false, gen_random_uuid(), 'solana', 'wallet/USDC/' || number, 'amount', 'wallet', 'USDC',
    121 + number / 1000000.0, now(), now() - interval '1 day' FROM generate_series(1, $2::int) AS number`;

interface Plan {
  'Node Type': string;
  'Index Name'?: string;
  'Relation Name'?: string;
  'Actual Rows': number;
  Plans?: Plan[];
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

describe.each(servers())('suggestions on the $name PostgreSQL', ({ url: serverUrl }) => {
  it('read a limited part of the index, however many amounts were issued', async () => {
    const url = await createDatabase(serverUrl);
    await migrate(url, 'data');
    const merchantId = newMerchantId();
    await runSql(url, INSERT, [uuidOf(merchantId), AMOUNTS]);
    await runSql(url, 'ANALYZE florin_data.target_keys');
    const statements: Statement[] = [];
    const database = {
      query: async (statement: Statement) => {
        statements.push(statement);
        return [];
      },
    } as unknown as Database;
    const transfer = {
      id: makeId('tr', 1, randomBytes(10)),
      network: 'solana',
      tx: 'tx',
      index: 0,
      address: 'wallet',
      asset: 'USDC',
      token: 'mint',
      amount: parseDecimal('121.01'),
      blockHeight: 1,
      reason: 'no_reference' as const,
      intentId: undefined,
      firstSeenAtMs: 0,
      assignedTo: undefined,
    };
    await listSuggestions(database, { merchant: uuidOf(merchantId), livemode: false }, [transfer], Date.now());
    const [{ text, values } = expect.fail()] = statements;
    const [row] = await runSql<{ 'QUERY PLAN': { Plan: Plan }[] }>(
      url,
      `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
      values,
    );
    const nodes = nodesOf(row?.['QUERY PLAN'][0]?.Plan ?? expect.fail());
    const reads = nodes.filter((node) => node['Relation Name'] === 'target_keys');
    expect(reads.map((node) => node['Index Name'])).toEqual(['target_keys_amounts', 'target_keys_amounts']);
    for (const node of reads) expect(node['Actual Rows']).toBeLessThanOrEqual(1_000);
  });
});
