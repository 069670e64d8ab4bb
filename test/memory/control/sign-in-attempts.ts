import { LIMITS } from '../../../src/domain/limits.ts';
import type { SignInAttempts } from '../../../src/ports/sign-in-attempts.ts';
import type { ControlTables } from './tables.ts';

const WINDOW_MS = 60_000;

export function memorySignInAttempts(tables: ControlTables): SignInAttempts {
  const waitFor = (name: string, nowMs: number): number => {
    const times = tables.attempts
      .filter(({ names, atMs }) => names.includes(name) && atMs > nowMs - WINDOW_MS)
      .map(({ atMs }) => atMs)
      .sort((a, b) => b - a);
    const oldest = times[LIMITS.failedSignInsPerMinute - 1];
    return oldest === undefined ? 0 : Math.max(1, oldest + WINDOW_MS - nowMs);
  };
  return {
    async count(attempt) {
      const waitMs = Math.max(0, ...attempt.names.map((name) => waitFor(name, attempt.atMs)));
      if (waitMs === 0) tables.attempts.push(attempt);
      return waitMs;
    },

    async forgive(id) {
      tables.attempts = tables.attempts.filter((attempt) => attempt.id !== id);
    },

    async deleteOlderThan(timeMs) {
      tables.attempts = tables.attempts.filter(({ atMs }) => atMs > timeMs);
    },
  };
}
