import { uuidOf } from '../../domain/ids.ts';
import { LIMITS } from '../../domain/limits.ts';
import { foldEmail } from '../../domain/sessions/fold-email.ts';
import type { User } from '../../domain/sessions/user.ts';
import type { Run } from '../database/database.ts';

/** The folded address is unique. */
export async function insertUser(run: Run, user: User): Promise<void> {
  await foldOthers(run);
  await run(
    `INSERT INTO florin_control.users (id, email, email_folded, password_hash, created_at, operator)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [
      uuidOf(user.id),
      user.email,
      foldEmail(user.email),
      user.passwordHash,
      new Date(user.createdAtMs),
      user.isOperator,
    ],
  );
}

/**
 * Folds the addresses that the version before has stored. Where two of them have the same folded form, only the older account
 * gets it; the other one is found by its exact spelling.
 */
async function foldOthers(run: Run): Promise<void> {
  const rows = await run<{ id: string; email: string }>(
    'SELECT id, email FROM florin_control.users WHERE email_folded IS NULL ORDER BY id DESC',
  );
  const folded = rows.map((row) => [foldEmail(row.email), row.id] as const);
  // An index takes no texts without a bound.
  const idsByEmail = new Map(folded.filter(([email]) => email.length <= LIMITS.emailLengthMax));
  if (idsByEmail.size === 0) return;
  await run(
    `UPDATE florin_control.users AS u SET email_folded = folded.email
     FROM unnest($1::uuid[], $2::text[]) AS folded (id, email)
     WHERE u.id = folded.id AND u.email_folded IS NULL
       AND NOT EXISTS (SELECT FROM florin_control.users other WHERE other.email_folded = folded.email)`,
    [[...idsByEmail.values()], [...idsByEmail.keys()]],
  );
}
