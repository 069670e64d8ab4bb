import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Load } from './load.ts';
import { runCommand } from './run-command.ts';
import type { Sample } from './sample.ts';
import { createScript, readScript } from './write-wrk-script.ts';

const THREADS_MAX = 2;

interface Done {
  answers: number;
  micros: number;
  p50: number;
  p99: number;
  failed: number;
  broken: number;
}

export async function runWrk(load: Load): Promise<Sample> {
  const { keys, reads, inFlight, seconds } = load;
  const file = join(load.folder, 'load.lua');
  await writeFile(file, reads ? readScript(reads) : createScript(keys), { mode: 0o600 });
  try {
    const threads = Math.min(THREADS_MAX, inFlight);
    const shape = ['-t', String(threads), '-c', String(inFlight), '-d', `${seconds}s`, '--timeout', '10s'];
    const output = await runCommand('wrk', [...shape, '-s', file, load.baseUrl], {
      signal: load.signal,
      timeoutMs: (seconds + 30) * 1_000,
    });
    const done = JSON.parse(output.trim().split('\n').at(-1) ?? '') as Done;
    if (done.failed > 0 || done.broken > 0) {
      throw new Error(`${done.failed} of ${done.answers} responses were errors, and ${done.broken} requests failed.`);
    }
    return {
      answers: done.answers,
      perSecond: done.answers / (done.micros / 1e6),
      p50Ms: done.p50 / 1_000,
      p99Ms: done.p99 / 1_000,
    };
  } finally {
    await rm(file, { force: true });
  }
}
