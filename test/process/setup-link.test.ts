import { Client } from 'pg';
import { expect, it } from 'vitest';
import { createMigrated } from '../support/create-migrated.ts';
import { startServer } from '../support/server.ts';
import { waitUntil } from '../support/wait-until.ts';

it('a server goes on serving if the database does not answer in time for the setup link', async () => {
  const databaseUrl = await createMigrated(['control', 'data']);
  const holder = new Client({ connectionString: databaseUrl });
  await holder.connect();
  await holder.query('BEGIN; LOCK TABLE florin_control.setup_link IN ACCESS EXCLUSIVE MODE');
  const server = await startServer({ databaseUrl });
  const { process: child } = server;
  await waitUntil('it gives up the link', () => child.exitCode !== null || server.output().includes('setup link not'));
  await holder.end();
  expect(child.exitCode, server.output()).toBeNull();
  expect((await fetch(`${server.baseUrl}/healthz`)).status).toBe(200);
  expect(await server.stop()).toBe(0);
});
