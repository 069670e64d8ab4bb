import { expect } from 'vitest';

/** A server samples the database's clock over a connection, which a busy machine makes imprecise. */
const SKEW_MS_MAX = 2_000;

/** A time that the server wrote down lies between a moment of this test and now. */
export function expectSince(fromMs: number, written: unknown): void {
  const writtenMs = Date.parse(String(written));
  expect(writtenMs).toBeGreaterThanOrEqual(fromMs - SKEW_MS_MAX);
  expect(writtenMs).toBeLessThanOrEqual(Date.now() + SKEW_MS_MAX);
}
