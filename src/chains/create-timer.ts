import type { Clock } from '../ports/clock.ts';

/** Whether enough time has passed since it last said so. If the clock was set back, it has. */
export function createTimer(clock: Pick<Clock, 'nowMs'>, intervalMs: number): () => boolean {
  let lastMs = Number.NEGATIVE_INFINITY;
  return () => {
    const nowMs = clock.nowMs();
    const isOver = nowMs - lastMs >= intervalMs || nowMs < lastMs;
    if (isOver) lastMs = nowMs;
    return isOver;
  };
}
