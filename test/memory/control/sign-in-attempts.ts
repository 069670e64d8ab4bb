import { LIMITS } from '../../../src/domain/limits.ts';
import { waitAfter } from '../../../src/domain/sessions/attempt-limit.ts';
import type { AttemptCounter, SignInAttempts } from '../../../src/ports/sign-in-attempts.ts';
import type { ControlTables } from './tables.ts';

export function memorySignInAttempts(tables: ControlTables): SignInAttempts {
  const waitFor = ({ name, limit }: AttemptCounter, nowMs: number): number => {
    const failuresMs = tables.attempts
      .filter(({ counters }) => counters.some((counter) => counter.name === name))
      .map(({ atMs }) => atMs)
      .sort((a, b) => b - a);
    return waitAfter(limit, failuresMs, nowMs);
  };
  return {
    async count(attempt) {
      const waitMs = Math.max(0, ...attempt.counters.map((counter) => waitFor(counter, attempt.atMs)));
      if (waitMs === 0) tables.attempts.push(attempt);
      return waitMs;
    },

    async forgive(id) {
      tables.attempts = tables.attempts.filter((attempt) => attempt.id !== id);
    },

    isFamiliar: async (account, client, sinceMs) =>
      tables.familiarClients.some((one) => one.account === account && one.client === client && one.lastAtMs > sinceMs),

    async remember(account, client, atMs) {
      const isSame = (one: ControlTables['familiarClients'][number]) =>
        one.account === account && one.client === client;
      const lastAtMs = Math.max(atMs, tables.familiarClients.find(isSame)?.lastAtMs ?? atMs);
      const own = tables.familiarClients.filter((one) => one.account === account && !isSame(one));
      const kept = [...own, { account, client, lastAtMs }]
        .sort((a, b) => b.lastAtMs - a.lastAtMs || (a.client < b.client ? -1 : 1))
        .slice(0, LIMITS.familiarClientsMax);
      tables.familiarClients = [...tables.familiarClients.filter((one) => one.account !== account), ...kept];
    },

    async deleteOld({ attemptsMs, attemptsMax, familiarMs }) {
      // PostgreSQL has a row for each counter.
      const times = tables.attempts.flatMap(({ counters, atMs }) => counters.map(() => atMs)).sort((a, b) => b - a);
      const untilMs = Math.max(attemptsMs, times[attemptsMax] ?? attemptsMs);
      tables.attempts = tables.attempts.filter(({ atMs }) => atMs > untilMs);
      tables.familiarClients = tables.familiarClients.filter(({ lastAtMs }) => lastAtMs > familiarMs);
    },
  };
}
