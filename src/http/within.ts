import { Problem } from '../domain/errors.ts';

const LOOK_MS = 100;

/** What is being waited for. One look at all of it, some times a second, costs less than a timer for each request. */
const waiting = new Set<{ untilMs: number; giveUp: () => void }>();
let looking: NodeJS.Timeout | undefined;

function look(): void {
  const nowMs = performance.now();
  for (const wait of waiting) if (wait.untilMs <= nowMs) wait.giveUp();
  if (waiting.size > 0) return;
  clearInterval(looking);
  looking = undefined;
}

/** Waits for work for so long and hardly longer. What it does afterwards, nobody hears of any more. */
export function within<Result>(ms: number, work: Result | Promise<Result>): Result | Promise<Result> {
  if (!(work instanceof Promise)) return work;
  return new Promise<Result>((resolve, reject) => {
    const detail = 'The database did not answer in time. Try again in a moment.';
    const wait = {
      untilMs: performance.now() + ms - LOOK_MS,
      giveUp() {
        waiting.delete(wait);
        reject(new Problem('unavailable', detail, { headers: { 'retry-after': '1' } }));
      },
    };
    waiting.add(wait);
    looking ??= setInterval(look, LOOK_MS).unref();
    work.then(resolve, reject).finally(() => waiting.delete(wait));
  });
}
