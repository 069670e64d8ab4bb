import { idFromUuid, type UserId, uuidOf } from '../../domain/ids.ts';
import type { MemberRole } from '../../domain/team/roles.ts';
import type { Session, Sessions } from '../../ports/sessions.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { Database, Run } from '../database/database.ts';
import { deleteInSteps } from '../database/delete-in-steps.ts';
import { type MerchantRecord, readMerchant } from '../merchants/merchants.ts';

interface SessionRecord {
  id: string;
  token_hash: string;
  user_id: string;
  merchant_id: string;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
  address: string;
  user_agent: string;
  second_factor_at: Date | null;
}

interface WholeSession extends SessionRecord {
  email: string;
  operator: boolean;
  role: MemberRole;
  merchant_name: string;
  merchant_created_at: Date;
  data_store_id: MerchantRecord['data_store_id'];
  paused_until: MerchantRecord['paused_until'];
}

const COLUMNS =
  'id, token_hash, user_id, merchant_id, created_at, last_seen_at, expires_at, address, user_agent, second_factor_at';

const readSession = (row: SessionRecord): Session => ({
  id: idFromUuid('ses', row.id),
  tokenHash: row.token_hash,
  userId: idFromUuid('usr', row.user_id),
  merchantId: idFromUuid('mer', row.merchant_id),
  createdAtMs: row.created_at.getTime(),
  lastSeenAtMs: row.last_seen_at.getTime(),
  expiresAtMs: row.expires_at.getTime(),
  address: row.address,
  userAgent: row.user_agent,
  secondFactorAtMs: row.second_factor_at?.getTime(),
});

/** A change of the password waits until the session is stored, and then ends it too. */
async function hasPassword(run: Run, userId: UserId, passwordHash: string): Promise<boolean> {
  const rows = await run('SELECT 1 FROM florin_control.users WHERE id = $1 AND password_hash = $2 FOR SHARE', [
    uuidOf(userId),
    passwordHash,
  ]);
  return rows.length > 0;
}

export function sessionTable(database: Database): Sessions {
  return {
    insert: (session, replaces, { audit, passwordHash } = {}) =>
      database.transaction(async (run) => {
        if (passwordHash !== undefined && !(await hasPassword(run, session.userId, passwordHash))) return false;
        if (replaces) await run('DELETE FROM florin_control.sessions WHERE id = $1', [uuidOf(replaces)]);
        await run(`INSERT INTO florin_control.sessions (${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`, [
          uuidOf(session.id),
          session.tokenHash,
          uuidOf(session.userId),
          uuidOf(session.merchantId),
          new Date(session.createdAtMs),
          new Date(session.lastSeenAtMs),
          new Date(session.expiresAtMs),
          session.address,
          session.userAgent,
          session.secondFactorAtMs === undefined ? null : new Date(session.secondFactorAtMs),
        ]);
        if (audit) await writeAudit(run, audit);
        return true;
      }),

    async findByHash(tokenHash, nowMs) {
      const [row] = await database.query<WholeSession>({
        name: 'find-session-by-hash',
        text: `SELECT s.*, u.email, u.operator, m.name AS merchant_name, m.created_at AS merchant_created_at, m.data_store_id,
                 m.paused_until, b.role
               FROM florin_control.sessions s
               JOIN florin_control.users u ON u.id = s.user_id
               JOIN florin_control.members b ON b.user_id = s.user_id AND b.merchant_id = s.merchant_id
               JOIN florin_control.merchants m ON m.id = s.merchant_id
               WHERE s.token_hash = $1 AND s.expires_at > $2`,
        values: [tokenHash, new Date(nowMs)],
      });
      if (!row) return undefined;
      const session = readSession(row);
      const merchant = readMerchant({
        ...row,
        id: row.merchant_id,
        name: row.merchant_name,
        created_at: row.merchant_created_at,
        expires_in_seconds: null,
      });
      const user = { id: session.userId, email: row.email, isOperator: row.operator };
      return { session, user, merchant, role: row.role };
    },

    async renew(id, atMs, expiresAtMs) {
      await database.query({
        name: 'renew-session',
        text: 'UPDATE florin_control.sessions SET last_seen_at = $2, expires_at = $3 WHERE id = $1 AND last_seen_at < $2',
        values: [uuidOf(id), new Date(atMs), new Date(expiresAtMs)],
      });
    },

    async list(userId, nowMs) {
      const rows = await database.query<SessionRecord>({
        name: 'list-sessions',
        text: `SELECT ${COLUMNS} FROM florin_control.sessions
               WHERE user_id = $1 AND expires_at > $2 ORDER BY last_seen_at DESC, id DESC LIMIT 100`,
        values: [uuidOf(userId), new Date(nowMs)],
      });
      return rows.map(readSession);
    },

    end: (userId, id, audit) =>
      database.transaction(async (run) => {
        const rows = await run('DELETE FROM florin_control.sessions WHERE id = $1 AND user_id = $2 RETURNING id', [
          uuidOf(id),
          uuidOf(userId),
        ]);
        if (rows.length > 0 && audit) await writeAudit(run, audit);
        return rows.length > 0;
      }),

    async noteSecondFactor(id, atMs) {
      await database.query({
        name: 'note-second-factor',
        text: 'UPDATE florin_control.sessions SET second_factor_at = $2 WHERE id = $1',
        values: [uuidOf(id), new Date(atMs)],
      });
    },

    async endOthers(userId, kept) {
      await database.query({
        name: 'end-other-sessions',
        text: 'DELETE FROM florin_control.sessions WHERE user_id = $1 AND id <> $2',
        values: [uuidOf(userId), uuidOf(kept)],
      });
    },

    async findEnded(ids, nowMs) {
      const rows = await database.query<{ id: string }>({
        name: 'find-ended-sessions',
        text: `SELECT id FROM unnest($1::uuid[]) AS watched (id)
               WHERE NOT EXISTS (SELECT FROM florin_control.sessions s WHERE s.id = watched.id AND s.expires_at > $2)`,
        values: [ids.map(uuidOf), new Date(nowMs)],
      });
      return rows.map((row) => idFromUuid('ses', row.id));
    },

    deleteExpired: (nowMs) =>
      deleteInSteps(database, {
        name: 'delete-expired-sessions',
        table: 'florin_control.sessions',
        where: 'expires_at <= $1',
        values: [new Date(nowMs)],
      }),
  };
}
