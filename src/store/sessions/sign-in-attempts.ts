import { LIMITS } from '../../domain/limits.ts';
import { failuresRead, waitAfter } from '../../domain/sessions/attempt-limit.ts';
import type { AttemptCounter, SignInAttempts } from '../../ports/sign-in-attempts.ts';
import type { Database, Run } from '../database/database.ts';
import { deleteInSteps } from '../database/delete-in-steps.ts';

/** An arbitrary constant that separates these advisory locks from others. */
const LOCK_SPACE = 6_702_027;

/**
 * Counts an attempt before the password is checked, with a lock per name, so that concurrent attempts in many processes
 * cannot exceed the limit. Rejected attempts do not count, so waiting always helps.
 */
export function signInAttemptTable(database: Database): SignInAttempts {
  return {
    count: ({ id, counters, atMs }) =>
      database.transaction(async (run) => {
        const sorted = counters.toSorted((a, b) => (a.name < b.name ? -1 : 1));
        let waitMs = 0;
        for (const counter of sorted) {
          await run('SELECT pg_advisory_xact_lock($1, hashtext($2))', [LOCK_SPACE, counter.name]);
          waitMs = Math.max(waitMs, await waitFor(run, counter, atMs));
        }
        if (waitMs > 0) return waitMs;
        await run('INSERT INTO florin_control.sign_in_attempts (id, name, at) SELECT $1, unnest($2::text[]), $3', [
          id,
          sorted.map(({ name }) => name),
          new Date(atMs),
        ]);
        return 0;
      }),

    async forgive(id) {
      await database.query({
        name: 'forgive-sign-in-attempt',
        text: 'DELETE FROM florin_control.sign_in_attempts WHERE id = $1',
        values: [id],
      });
    },

    async isFamiliar(account, client, sinceMs) {
      const rows = await database.query({
        name: 'find-familiar-client',
        text: 'SELECT 1 FROM florin_control.familiar_clients WHERE account = $1 AND client = $2 AND last_at > $3',
        values: [account, client, new Date(sinceMs)],
      });
      return rows.length > 0;
    },

    remember: (account, client, atMs) =>
      database.transaction(async (run) => {
        await run(
          `INSERT INTO florin_control.familiar_clients AS known (account, client, last_at) VALUES ($1, $2, $3)
           ON CONFLICT (account, client) DO UPDATE SET last_at = greatest(known.last_at, excluded.last_at)`,
          [account, client, new Date(atMs)],
        );
        await run(
          `DELETE FROM florin_control.familiar_clients WHERE account = $1 AND client IN (
             SELECT client FROM florin_control.familiar_clients WHERE account = $1
             ORDER BY last_at DESC, client OFFSET ${LIMITS.familiarClientsMax})`,
          [account],
        );
      }),

    async deleteOld({ attemptsMs, attemptsMax, familiarMs }) {
      await deleteInSteps(database, {
        name: 'delete-sign-in-attempts',
        table: 'florin_control.sign_in_attempts',
        where: `at <= greatest($1,
          (SELECT at FROM florin_control.sign_in_attempts ORDER BY at DESC OFFSET $2 LIMIT 1))`,
        values: [new Date(attemptsMs), attemptsMax],
      });
      await deleteInSteps(database, {
        name: 'delete-familiar-clients',
        table: 'florin_control.familiar_clients',
        where: 'last_at <= $1',
        values: [new Date(familiarMs)],
      });
    },
  };
}

async function waitFor(run: Run, { name, limit }: AttemptCounter, nowMs: number): Promise<number> {
  const rows = await run<{ at: Date }>(
    `SELECT at FROM florin_control.sign_in_attempts WHERE name = $1 AND at > $2 ORDER BY at DESC LIMIT $3`,
    [name, new Date(nowMs - limit.windowMs), failuresRead(limit)],
  );
  const failuresMs = rows.map(({ at }) => at.getTime());
  return waitAfter(limit, failuresMs, nowMs);
}
