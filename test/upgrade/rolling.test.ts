import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newestMigration } from '../../src/store/database/migrate.ts';
import { createMigrated } from '../support/create-migrated.ts';
import { runSql } from '../support/databases.ts';
import { createMerchant, type ServerOptions } from '../support/server.ts';
import { copyProgram } from './rolling/copy-program.ts';
import { replaceNodes } from './rolling/replace-nodes.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'florin-rolling-'));
});
afterAll(() => rm(folder, { recursive: true }));

it('replaces two nodes with the next version, which adds a column, without a failed request', async () => {
  const databaseUrl = await createMigrated(['control', 'data']);
  // The load balancer asks ten times a second. A busy machine can stop it for a few.
  const env = { FLORIN_DRAIN_SECONDS: '5', FLORIN_LOG_LEVEL: 'error' };
  const before: ServerOptions = { databaseUrl, env };
  const keys = await createMerchant(before);
  const next = String((await newestMigration('data')) + 1).padStart(4, '0');
  const name = `${next}_add_color`;
  const sql = `ALTER TABLE florin_data.payment_intents ADD COLUMN color text NOT NULL DEFAULT 'none'`;
  const after = { ...before, program: copyProgram(join(folder, 'next'), { name, sql }) };

  const outcome = await replaceNodes(keys, { before, after, healthPath: '/readyz', beforeDrains: true });

  expect(outcome.failures).toEqual([]);
  expect(outcome.exitCodes).toEqual([0, 0]);
  expect(outcome.answeredByBefore).toBeGreaterThan(0);
  expect(outcome.acknowledged).toBeGreaterThan(20);
  expect(outcome.streamsOpened).toBeGreaterThan(1);
  const ran = await runSql(databaseUrl, 'SELECT 1 FROM florin_data.migrations WHERE name = $1', [name]);
  expect(ran).toHaveLength(1);
});
