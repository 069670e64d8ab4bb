import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readPgbenchLogs } from './read-pgbench-logs.ts';
import { runCommand } from './run-command.ts';
import type { Sample } from './sample.ts';

const SCRIPT = join(import.meta.dirname, 'single-insert.sql');
const THREADS = 2;
/** A new connection first fills its caches and prepares its statement. The service’s connections are warm, so skip this. */
const WARM_UP_SECONDS = 1;
/** pgbench counts connecting as part of the run. On a busy machine that can take the whole run. */
const CONNECT_SECONDS_PER_CLIENT = 0.015;
const ATTEMPTS_MAX = 4;

export interface PgbenchRun {
  databaseUrl: string;
  /** The variables of the script. */
  values: Record<string, string>;
  clients: number;
  seconds: number;
  folder: string;
  signal: AbortSignal;
}

/** Runs single inserts with pgbench. `answers` counts all of them; rate and latencies only those after the warmup. */
export async function runPgbench(run: PgbenchRun): Promise<Sample> {
  let answers = 0;
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const connectSeconds = run.clients * CONNECT_SECONDS_PER_CLIENT * 2 ** attempt;
    const folder = await mkdtemp(join(run.folder, 'pgbench-'));
    try {
      answers += await insertFor(run, folder, Math.ceil(WARM_UP_SECONDS + run.seconds + connectSeconds));
      const measured = await readPgbenchLogs(folder, WARM_UP_SECONDS, run.seconds);
      if (measured) return { answers, ...measured };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  throw new Error('pgbench spent the whole run connecting.');
}

async function insertFor(run: PgbenchRun, folder: string, seconds: number): Promise<number> {
  const { clients, databaseUrl, signal } = run;
  const address = new URL(databaseUrl);
  const env = {
    PATH: process.env['PATH'],
    PGHOST: address.hostname,
    PGPORT: address.port,
    PGUSER: address.username,
    PGPASSWORD: address.password,
    PGDATABASE: address.pathname.slice(1),
    PGSSLMODE: 'disable',
    PGGSSENCMODE: 'disable',
  };
  const shape = ['-n', '-M', 'prepared', '-c', String(clients), '-j', String(Math.min(THREADS, clients))];
  const values = Object.entries(run.values).flatMap(([name, value]) => ['-D', `${name}=${value}`]);
  const args = [...shape, '-T', String(seconds), '-f', SCRIPT, '-l', ...values];
  const output = await runCommand('pgbench', args, { env, cwd: folder, signal, timeoutMs: (seconds + 60) * 1_000 });
  const failed = Number(/number of failed transactions: (\d+)/.exec(output)?.[1] ?? 0);
  if (failed > 0) throw new Error(`pgbench failed:\n${output}`);
  return Number(/actually processed: (\d+)/.exec(output)?.[1] ?? 0);
}
