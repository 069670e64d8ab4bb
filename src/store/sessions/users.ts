import { idFromUuid } from '../../domain/ids.ts';
import type { Users } from '../../ports/users.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { Database } from '../database/database.ts';
import { type MerchantRecord, readMerchant } from '../merchants/merchants.ts';

interface UserWithMerchant extends MerchantRecord {
  user_id: string;
  email: string;
  password_hash: string;
  user_created_at: Date;
}

export function userTable(database: Database): Users {
  return {
    /** Also ends the sessions of everyone who knew the old password. */
    setPassword: (email, passwordHash, audit) =>
      database.transaction(async (run) => {
        const changed = await run<{ id: string }>(
          'UPDATE florin_control.users SET password_hash = $2 WHERE lower(email) = lower($1) RETURNING id',
          [email, passwordHash],
        );
        if (changed.length === 0) return false;
        await run('DELETE FROM florin_control.sessions WHERE user_id = $1', [changed[0]?.id]);
        await writeAudit(run, audit);
        return true;
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
      const [row] = await database.query<UserWithMerchant>({
        name: 'find-user-by-email',
        text: `SELECT u.id AS user_id, u.email, u.password_hash, u.created_at AS user_created_at,
                 m.id, m.name, m.data_store_id, m.paused_until, m.created_at, NULL AS expires_in_seconds
               FROM florin_control.users u
               JOIN florin_control.memberships b ON b.user_id = u.id
               JOIN florin_control.merchants m ON m.id = b.merchant_id
               WHERE lower(u.email) = lower($1) ORDER BY m.id LIMIT 1`,
        values: [email],
      });
      if (!row) return undefined;
      const user = {
        id: idFromUuid('usr', row.user_id),
        email: row.email,
        passwordHash: row.password_hash,
        createdAtMs: row.user_created_at.getTime(),
      };
      return { user, merchant: readMerchant(row) };
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
