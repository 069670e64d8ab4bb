import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type IntentId, uuidOf } from '../../../src/domain/ids.ts';
import { type CheckedRule, violationsOf } from './checked-rule.ts';
import { INVARIANTS } from './invariants.ts';
import type { Orders } from './orders.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../migrations');

/** Runs a statement on the database that is checked. */
export type RunSql = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>;

type Told = Pick<Orders, 'sent' | 'acknowledged'>;

interface Found {
  rule: string;
  rows: { what: string }[];
}

/** Checks the rules of every database, and those about what clients were told. */
export async function checkRules(
  run: RunSql,
  orders?: Told,
): Promise<{ rules: readonly CheckedRule[]; violations: string[] }> {
  const found: Found[] = [];
  for (const { rule, sql } of INVARIANTS) found.push({ rule, rows: await run(sql) });
  found.push(await findMissingMigrations(run));
  if (orders) found.push(...(await findBrokenPromises(run, orders)));
  const rules = found.map(({ rule, rows }) => ({ rule, broken: rows.map(({ what }) => what) }));
  return { rules, violations: violationsOf(rules) };
}

async function findMissingMigrations(run: RunSql): Promise<Found> {
  const applied = await run<{ what: string }>(
    `SELECT 'control/' || name AS what FROM florin_control.migrations
     UNION ALL SELECT 'data/' || name FROM florin_data.migrations`,
  );
  const known = ['control', 'data'].flatMap((plane) =>
    readdirSync(join(MIGRATIONS, plane)).map((file) => `${plane}/${file.replace(/\.sql$/, '')}`),
  );
  const missing = known.filter((name) => applied.every(({ what }) => what !== name));
  return { rule: 'every migration is applied', rows: missing.map((what) => ({ what })) };
}

/** The order ID of each intent is the idempotency key under which it was created. */
async function findBrokenPromises(run: RunSql, { sent, acknowledged }: Told): Promise<Found[]> {
  const ids = [...acknowledged.values()].map((id) => uuidOf(id as IntentId));
  return [
    {
      rule: 'every acknowledged intent is stored under its key',
      rows: await run(
        `SELECT told.key || ' was acknowledged as ' || told.id AS what
         FROM unnest($1::text[], $2::uuid[]) AS told (key, id)
         LEFT JOIN florin_data.payment_intents i ON i.id = told.id AND i.order_id = told.key WHERE i.id IS NULL`,
        [[...acknowledged.keys()], ids],
      ),
    },
    {
      rule: 'no order has two intents',
      rows: await run(
        `SELECT order_id AS what FROM florin_data.payment_intents WHERE order_id IS NOT NULL
         GROUP BY merchant_id, livemode, order_id HAVING count(*) > 1`,
      ),
    },
    {
      rule: 'every intent was asked for',
      rows: await run(
        `SELECT coalesce(i.order_id, i.id::text) AS what FROM florin_data.payment_intents i
         LEFT JOIN unnest($1::text[]) AS asked (key) ON asked.key = i.order_id WHERE asked.key IS NULL`,
        [[...sent]],
      ),
    },
  ];
}
