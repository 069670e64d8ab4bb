const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** The pauses before the second attempt, the third, and so on. After the last one, a delivery has failed. */
export const RETRY_PAUSES_MS: readonly number[] = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  8 * HOUR_MS,
  12 * HOUR_MS,
  24 * HOUR_MS,
  24 * HOUR_MS,
];

/** From this many failures on, a delivery no longer holds up the next event of its intent. */
export const BLOCKING_ATTEMPTS = 5;

const JITTER = 0.2;
const RETRY_AFTER_MS_MAX = 24 * HOUR_MS;

/**
 * When to try again after this many failed attempts; undefined when it was the last. `random` is from 0 to below 1. What
 * the receiver asked for counts if it is later.
 */
export function nextAttemptAt(
  attempts: number,
  failedAtMs: number,
  random: number,
  retryAfterMs: number | undefined,
): number | undefined {
  const pauseMs = RETRY_PAUSES_MS[attempts - 1];
  if (pauseMs === undefined) return undefined;
  const jittered = Math.round(pauseMs * (1 + JITTER * (2 * random - 1)));
  return failedAtMs + Math.max(jittered, Math.min(retryAfterMs ?? 0, RETRY_AFTER_MS_MAX));
}
