import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CleanUp } from '../../bench/clean-up.ts';
import { Pgbouncer } from '../faults/poolers/pgbouncer.ts';

const PORT = 'FLORIN_TEST_POOLER_PORT';

/** With a PgBouncer in `FLORIN_TEST_PGBOUNCER`, the servers and commands of all tests reach their databases through it. */
export async function startPooler(
  serverUrl: string,
): Promise<{ env: Record<string, string>; stop(): Promise<void> } | undefined> {
  const program = process.env['FLORIN_TEST_PGBOUNCER'];
  if (program === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'florin-pooler-'));
  const cleanUp = new CleanUp();
  cleanUp.add(async () => rmSync(folder, { recursive: true, force: true }));
  const pooler = await Pgbouncer.start({ folder, cleanUp }, program, serverUrl, false);
  const { port } = new URL(pooler.urlOf(serverUrl));
  process.env[PORT] = port;
  return { env: { [PORT]: port }, stop: () => cleanUp.run() };
}

/** How a server or command reaches a database. */
export function databaseEnv(databaseUrl: string): Record<string, string> {
  const port = process.env[PORT];
  if (port === undefined) return { DATABASE_URL: databaseUrl };
  const pooled = new URL(databaseUrl);
  pooled.port = port;
  return { DATABASE_URL: pooled.href, FLORIN_DATABASE_DIRECT_URL: databaseUrl };
}
