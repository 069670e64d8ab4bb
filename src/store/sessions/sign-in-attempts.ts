import { LIMITS } from '../../domain/limits.ts';
import type { SignInAttempts } from '../../ports/sign-in-attempts.ts';
import type { Database, Run } from '../database/database.ts';

const WINDOW_MS = 60_000;

/** An arbitrary constant that separates these advisory locks from others. */
const LOCK_SPACE = 6_702_027;

/**
 * Counts an attempt before the password is checked, with a lock per name, so that concurrent attempts in many processes
 * cannot exceed the limit. Rejected attempts do not count, so waiting always helps.
 */
export function signInAttemptTable(database: Database): SignInAttempts {
  return {
    count: ({ id, names, atMs }) =>
      database.transaction(async (run) => {
        const sorted = [...names].sort();
        let waitMs = 0;
        for (const name of sorted) {
          await run('SELECT pg_advisory_xact_lock($1, hashtext($2))', [LOCK_SPACE, name]);
          waitMs = Math.max(waitMs, await waitFor(run, name, atMs));
        }
        if (waitMs > 0) return waitMs;
        await run('INSERT INTO florin_control.sign_in_attempts (id, name, at) SELECT $1, unnest($2::text[]), $3', [
          id,
          sorted,
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

    async deleteOlderThan(timeMs) {
      await database.query({
        name: 'delete-sign-in-attempts',
        text: 'DELETE FROM florin_control.sign_in_attempts WHERE at <= $1',
        values: [new Date(timeMs)],
      });
    },
  };
}

/** How long until the oldest of the last ten attempts is a minute old; 0 if there are fewer. */
async function waitFor(run: Run, name: string, nowMs: number): Promise<number> {
  const [row] = await run<{ at: Date }>(
    `SELECT at FROM florin_control.sign_in_attempts
     WHERE name = $1 AND at > $2 ORDER BY at DESC OFFSET ${LIMITS.failedSignInsPerMinute - 1} LIMIT 1`,
    [name, new Date(nowMs - WINDOW_MS)],
  );
  return row ? Math.max(1, row.at.getTime() + WINDOW_MS - nowMs) : 0;
}
