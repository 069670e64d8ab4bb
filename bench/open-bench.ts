import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CleanUp } from './clean-up.ts';
import type { Options } from './parse-options.ts';
import { chooseLoadGenerator, type LoadGenerator } from './run-load.ts';
import { type Postgres, startPostgres } from './start-postgres.ts';

/** Shared by all measurements. */
export interface Bench {
  options: Options;
  folder: string;
  postgres: Postgres;
  generator: LoadGenerator;
  cleanUp: CleanUp;
  signal: AbortSignal;
  print: (line: string) => void;
}

export async function openBench(options: Options, cleanUp: CleanUp, signal: AbortSignal): Promise<Bench> {
  const folder = await mkdtemp(join(tmpdir(), 'florin-bench-'));
  cleanUp.add(() => rm(folder, { recursive: true, force: true }));
  // When run as root, PostgreSQL uses another account, which must be able to enter this folder.
  await chmod(folder, 0o711);
  const generator = await chooseLoadGenerator(signal);
  const postgres = await startPostgres(folder, options.patienceSeconds * 1_000, cleanUp, signal);
  return { options, folder, postgres, generator, cleanUp, signal, print: (line) => console.error(line) };
}
