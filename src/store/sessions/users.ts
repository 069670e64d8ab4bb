import { idFromUuid, type SessionId, uuidOf } from '../../domain/ids.ts';
import { foldEmail } from '../../domain/sessions/fold-email.ts';
import type { Users } from '../../ports/users.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { Database, Run } from '../database/database.ts';
import { deleteInSteps } from '../database/delete-in-steps.ts';
import { type MerchantRecord, readMerchant } from '../merchants/merchants.ts';

interface UserWithMerchant extends MerchantRecord {
  user_id: string;
  email: string;
  password_hash: string;
  user_created_at: Date;
  operator: boolean;
}

/**
 * Rows of the version before have no folded address, until the next account is created. Locales differ in what `lower`
 * joins, so the caller compares again.
 */
const HAS_EMAIL = '(u.email_folded = $1 OR lower(u.email) = lower($2))';

/** Before addresses were folded, two spellings could be two accounts. Each is found by its spelling. */
const SAME_CASE_FIRST = 'lower(u.email) = lower($2) DESC';

const emailValues = (email: string): string[] => [foldEmail(email), email.trim()];

const SELECT = `SELECT u.id AS user_id, u.email, u.password_hash, u.created_at AS user_created_at, u.operator,
    m.id, m.name, m.data_store_id, m.paused_until, m.created_at, NULL AS expires_in_seconds
  FROM florin_control.users u
  JOIN florin_control.members b ON b.user_id = u.id
  JOIN florin_control.merchants m ON m.id = b.merchant_id`;

const readUser = (row: UserWithMerchant) => ({
  user: {
    id: idFromUuid('usr', row.user_id),
    email: row.email,
    passwordHash: row.password_hash,
    createdAtMs: row.user_created_at.getTime(),
    isOperator: row.operator,
  },
  merchant: readMerchant(row),
});

/** Ends the sessions of everyone who knew the old password, and every open link to set another one. */
async function writePassword(run: Run, userId: string, passwordHash: string, kept?: SessionId): Promise<void> {
  await run('UPDATE florin_control.users SET password_hash = $2 WHERE id = $1', [userId, passwordHash]);
  await run('DELETE FROM florin_control.sessions WHERE user_id = $1 AND ($2::uuid IS NULL OR id <> $2)', [
    userId,
    kept === undefined ? null : uuidOf(kept),
  ]);
  await run('DELETE FROM florin_control.password_resets WHERE user_id = $1', [userId]);
  if (kept === undefined) await run('DELETE FROM florin_control.trusted_devices WHERE user_id = $1', [userId]);
}

async function removeSecondFactors(run: Run, userId: string): Promise<void> {
  await run('DELETE FROM florin_control.totp_secrets WHERE id = $1', [userId]);
  for (const table of ['passkeys', 'recovery_codes']) {
    await run(`DELETE FROM florin_control.${table} WHERE user_id = $1`, [userId]);
  }
}

export function userTable(database: Database): Users {
  return {
    ...passwordResetRows(database),

    setPassword: (email, passwordHash, audit, { kept, removesSecondFactors = false } = {}) =>
      database.transaction(async (run) => {
        const rows = await run<{ id: string; email: string }>(
          `SELECT u.id, u.email FROM florin_control.users u WHERE ${HAS_EMAIL} ORDER BY ${SAME_CASE_FIRST}`,
          emailValues(email),
        );
        const user = rows.find((row) => foldEmail(row.email) === foldEmail(email));
        if (!user) return false;
        await writePassword(run, user.id, passwordHash, kept);
        if (removesSecondFactors) await removeSecondFactors(run, user.id);
        await writeAudit(run, audit);
        return true;
      }),

    setOperator: (id, isOperator, audit) =>
      database.transaction(async (run) => {
        const changed = await run(
          'UPDATE florin_control.users SET operator = $2 WHERE id = $1 AND operator <> $2 RETURNING id',
          [uuidOf(id), isOperator],
        );
        if (changed.length > 0) await writeAudit(run, audit);
      }),

    async exist() {
      const rows = await database.query({
        name: 'has-users',
        text: 'SELECT 1 FROM florin_control.users LIMIT 1',
        values: [],
      });
      return rows.length > 0;
    },

    /** If a user belongs to several merchants, the sign-in is for the oldest. */
    async findByEmail(email) {
      const rows = await database.query<UserWithMerchant>({
        name: 'find-user-by-email',
        text: `${SELECT} WHERE ${HAS_EMAIL} ORDER BY ${SAME_CASE_FIRST}, m.id`,
        values: emailValues(email),
      });
      const row = rows.find((found) => foldEmail(found.email) === foldEmail(email));
      return row && readUser(row);
    },

    async findById(id) {
      const [row] = await database.query<UserWithMerchant>({
        name: 'find-user-by-id',
        text: `${SELECT} WHERE u.id = $1 ORDER BY m.id LIMIT 1`,
        values: [uuidOf(id)],
      });
      return row && readUser(row);
    },

    async offerSetUpLink(tokenHash, atMs) {
      const offered = await database.query({
        name: 'offer-setup-link',
        text: `INSERT INTO florin_control.setup_link (token_hash, created_at)
               SELECT $1, $2 WHERE NOT EXISTS (SELECT FROM florin_control.users)
               ON CONFLICT (single) DO UPDATE SET token_hash = excluded.token_hash, created_at = excluded.created_at
               RETURNING single`,
        values: [tokenHash, new Date(atMs)],
      });
      return offered.length > 0;
    },

    async isSetUpLink(tokenHash) {
      const rows = await database.query({
        name: 'is-setup-link',
        text: `SELECT 1 FROM florin_control.setup_link
               WHERE token_hash = $1 AND NOT EXISTS (SELECT FROM florin_control.users)`,
        values: [tokenHash],
      });
      return rows.length > 0;
    },
  };
}

type PasswordResets = Pick<
  Users,
  'offerPasswordReset' | 'findPasswordReset' | 'usePasswordReset' | 'setNotices' | 'deleteExpired'
>;

const passwordResetRows = (database: Database): PasswordResets => ({
  offerPasswordReset: ({ userId, tokenHash, expiresAtMs }, audit) =>
    database.transaction(async (run) => {
      await run(
        `INSERT INTO florin_control.password_resets (user_id, token_hash, expires_at) VALUES ($1, $2, $3)
         ON CONFLICT (user_id) DO UPDATE SET token_hash = excluded.token_hash, expires_at = excluded.expires_at`,
        [uuidOf(userId), tokenHash, new Date(expiresAtMs)],
      );
      if (audit) await writeAudit(run, audit);
    }),

  async findPasswordReset(tokenHash, nowMs) {
    const [row] = await database.query<UserWithMerchant>({
      name: 'find-password-reset',
      text: `${SELECT} JOIN florin_control.password_resets r ON r.user_id = u.id
             WHERE r.token_hash = $1 AND r.expires_at > $2 ORDER BY m.id LIMIT 1`,
      values: [tokenHash, new Date(nowMs)],
    });
    return row && readUser(row);
  },

  usePasswordReset: (tokenHash, passwordHash, nowMs, auditOf) =>
    database.transaction(async (run) => {
      const [used] = await run<{ user_id: string }>(
        'DELETE FROM florin_control.password_resets WHERE token_hash = $1 AND expires_at > $2 RETURNING user_id',
        [tokenHash, new Date(nowMs)],
      );
      const [row] = used ? await run<UserWithMerchant>(`${SELECT} WHERE u.id = $1 ORDER BY m.id`, [used.user_id]) : [];
      if (!row) return false;
      await writePassword(run, row.user_id, passwordHash);
      await writeAudit(run, auditOf(readUser(row)));
      return true;
    }),

  async setNotices(id, notices) {
    await database.query({
      name: 'set-notices',
      text: 'UPDATE florin_control.users SET notices = $2 WHERE id = $1',
      values: [uuidOf(id), notices],
    });
  },

  deleteExpired: (nowMs) =>
    deleteInSteps(database, {
      name: 'delete-password-resets',
      table: 'florin_control.password_resets',
      where: 'expires_at <= $1',
      values: [new Date(nowMs)],
    }),
});
