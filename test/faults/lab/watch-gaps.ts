import type { Orders } from './orders.ts';

const LOOK_MS = 10;

/** Watches how long no order is acknowledged. Call the result for the longest time so far, in milliseconds. */
export function watchGaps(orders: Orders, signal: AbortSignal): () => number {
  let known = orders.acknowledged.size;
  let sinceMs = performance.now();
  let longestMs = 0;
  const timer = setInterval(() => {
    const nowMs = performance.now();
    longestMs = Math.max(longestMs, nowMs - sinceMs);
    if (orders.acknowledged.size === known) return;
    known = orders.acknowledged.size;
    sinceMs = nowMs;
  }, LOOK_MS);
  signal.addEventListener('abort', () => clearInterval(timer), { once: true });
  return () => longestMs;
}
