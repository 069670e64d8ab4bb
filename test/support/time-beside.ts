import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE_MS = 50;

interface Timed<Result> {
  result: Result;
  /** How long it took, less what the slowest control took at the same time, once for each step. */
  ms: number;
}

export interface Stopwatch {
  /** `steps`: how many exchanges like the control the work makes one after the other. */
  time<Result>(work: () => Promise<Result>, steps?: number): Promise<Timed<Result>>;
  stop(): Promise<void>;
}

/**
 * Measures times that the product promises. The control is a request to which the promise does not apply, answered by
 * another process. It is repeated all the while, and what the slowest one took is taken off: a busy machine slows both
 * down, a fault of the product only what is measured.
 */
export function startStopwatch(control: () => Promise<unknown>): Stopwatch {
  const ended = new AbortController();
  const samples: { startedAt: number; endedAt: number }[] = [];

  async function repeat(): Promise<void> {
    while (!ended.signal.aborted) {
      const sample = { startedAt: performance.now(), endedAt: Number.POSITIVE_INFINITY };
      samples.push(sample);
      await control();
      sample.endedAt = performance.now();
      await sleep(PAUSE_MS, undefined, { signal: ended.signal }).catch(() => undefined);
    }
  }

  const repeating = repeat();
  repeating.catch(() => undefined);
  return {
    async time(work, steps = 1) {
      const from = performance.now();
      const result = await work();
      const to = performance.now();
      const controls = samples
        .filter(({ endedAt }) => endedAt > from)
        .map(({ startedAt, endedAt }) => Math.min(endedAt, to) - startedAt);
      return { result, ms: to - from - steps * Math.max(0, ...controls) };
    },
    async stop() {
      ended.abort();
      await repeating;
    },
  };
}

/** Measures one piece of work. */
export async function timeBeside<Result>(
  control: () => Promise<unknown>,
  work: () => Promise<Result>,
  steps = 1,
): Promise<Timed<Result>> {
  const stopwatch = startStopwatch(control);
  try {
    return await stopwatch.time(work, steps);
  } finally {
    await stopwatch.stop();
  }
}
