import { join } from 'node:path';
import { joinEmbeddedPostgres } from '../src/store/embedded/join-embedded-postgres.ts';
import type { CleanUp } from './clean-up.ts';
import { runSql } from './run-sql.ts';
import { waitUntilQuiet } from './wait-until-quiet.ts';

/** pgbench uses one connection per client, up to 256. */
const CONNECTIONS_MAX = 400;

export interface Postgres {
  version: string;
  createDatabase(name: string): Promise<string>;
  /** Flushes the pages and the log of earlier measurements, so that they do not slow down the next one. */
  settle(): Promise<void>;
}

/** Starts the embedded PostgreSQL with its default settings, including fsync, in a separate folder. */
export async function startPostgres(
  folder: string,
  patienceMs: number,
  cleanUp: CleanUp,
  signal: AbortSignal,
): Promise<Postgres> {
  // The embedded PostgreSQL creates this folder, with a mode that lets its account in.
  const options = { dataDir: join(folder, 'postgres'), log: () => undefined };
  const first = await joinEmbeddedPostgres(options);
  try {
    await runSql(first.adminUrl, signal, `ALTER SYSTEM SET max_connections = ${CONNECTIONS_MAX}`);
    // An automatic vacuum would slow down one variant and not the next.
    await runSql(first.adminUrl, signal, 'ALTER SYSTEM SET autovacuum = off');
  } finally {
    await first.leave();
  }
  const joined = await joinEmbeddedPostgres(options);
  cleanUp.add(() => joined.leave());
  const { adminUrl: url } = joined;
  const [row] = await runSql<{ version: string }>(url, signal, `SELECT current_setting('server_version') AS version`);
  return {
    version: row?.version ?? '',
    async createDatabase(name) {
      await runSql(url, signal, `CREATE DATABASE ${name}`);
      const address = new URL(url);
      address.pathname = `/${name}`;
      return address.href;
    },
    async settle() {
      await runSql(url, signal, 'CHECKPOINT');
      await waitUntilQuiet(patienceMs, signal);
    },
  };
}
