import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readPgbenchLogs } from './read-pgbench-logs.ts';
import { runCommand } from './run-command.ts';
import type { Sample } from './sample.ts';

const SCRIPT = join(import.meta.dirname, 'single-insert.sql');
const THREADS = 2;
/** A fresh connection first fills its caches and prepares its statement; the service's are warm, so that is left out. */
const WARM_UP_SECONDS = 1;
/** pgbench counts the time in which it connects as part of the run; on a busy machine that may be all of it. */
const CONNECT_SECONDS_PER_CLIENT = 0.015;
const ATTEMPTS_MAX = 4;

export interface PgbenchRun {
  databaseUrl: string;
  /** The script's variables by name. */
  values: Record<string, string>;
  clients: number;
  seconds: number;
  folder: string;
  signal: AbortSignal;
}

/** Single inserts by pgbench. `answers` counts all of them, the rate and the latencies only those after the warm-up. */
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
  throw new Error('pgbench needed all its time to connect.');
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
