import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { quantile, type Sample } from './sample.ts';

interface Transaction {
  endedAtMicros: number;
  micros: number;
}

/** The rate and the latencies after the warmup; undefined if the run ended before. */
export async function readPgbenchLogs(
  folder: string,
  warmUpSeconds: number,
  seconds: number,
): Promise<Omit<Sample, 'answers'> | undefined> {
  const all = await readTransactions(folder);
  let began = Infinity;
  let ended = 0;
  for (const { endedAtMicros, micros } of all) {
    began = Math.min(began, endedAtMicros - micros);
    ended = Math.max(ended, endedAtMicros);
  }
  const from = began + warmUpSeconds * 1e6;
  const until = from + seconds * 1e6;
  if (all.length === 0 || until > ended) return undefined;
  const latencies = all.flatMap(({ endedAtMicros, micros }) =>
    endedAtMicros > from && endedAtMicros <= until ? [micros / 1_000] : [],
  );
  return {
    perSecond: latencies.length / seconds,
    p50Ms: quantile(latencies, 0.5),
    p99Ms: quantile(latencies, 0.99),
  };
}

/** A line contains client, number, duration in microseconds, script, and end time in seconds and microseconds. */
async function readTransactions(folder: string): Promise<Transaction[]> {
  const texts = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')));
  return texts.flatMap((text) =>
    text.split('\n').flatMap((line) => {
      const [, , micros, , seconds, rest] = line.split(' ').map(Number);
      return micros === undefined || seconds === undefined || rest === undefined
        ? []
        : [{ micros, endedAtMicros: seconds * 1e6 + rest }];
    }),
  );
}
