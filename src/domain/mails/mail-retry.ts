import { LIMITS } from '../limits.ts';

/** When an email is tried again after so many failed attempts; undefined if it is given up. The pause doubles every time. */
export function nextMailAttempt(attempts: number, nowMs: number): number | undefined {
  if (attempts >= LIMITS.mailAttemptsMax) return undefined;
  return nowMs + Math.min(LIMITS.mailRetryMsMax, LIMITS.mailRetryMsMin * 2 ** (attempts - 1));
}
