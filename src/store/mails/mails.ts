import { idFromUuid, uuidOf } from '../../domain/ids.ts';
import type { ClaimedMail, Mails } from '../../ports/mails.ts';
import { insertAudit } from '../audit/insert-audit.ts';
import type { Database } from '../database/database.ts';
import { writeMails } from './write-mails.ts';

interface MailRecord {
  id: string;
  merchant_id: string | null;
  kind: ClaimedMail['kind'];
  sealed_content: string;
  created_at: Date;
  attempts: number;
}

const readMail = (row: MailRecord): ClaimedMail => ({
  id: idFromUuid('mail', row.id),
  merchantId: row.merchant_id === null ? undefined : idFromUuid('mer', row.merchant_id),
  kind: row.kind,
  sealedContent: row.sealed_content,
  createdAtMs: row.created_at.getTime(),
  attempts: row.attempts,
});

export const mailTable = (database: Database): Mails => ({
  add: (mails) => database.transaction((run) => writeMails(run, mails)),

  async claim(limit, nowMs, untilMs) {
    const rows = await database.query<MailRecord>({
      name: 'claim-mails',
      text: `UPDATE florin_control.mails AS mail SET due_at = $3, attempts = attempts + 1
             WHERE id IN (SELECT id FROM florin_control.mails WHERE due_at <= $2 ORDER BY due_at, id LIMIT $1
                          FOR UPDATE SKIP LOCKED)
             RETURNING id, merchant_id, kind, sealed_content, created_at, attempts`,
      values: [limit, new Date(nowMs), new Date(untilMs)],
    });
    return rows.map(readMail);
  },

  async remove(id) {
    await database.query({
      name: 'remove-mail',
      text: 'DELETE FROM florin_control.mails WHERE id = $1',
      values: [uuidOf(id)],
    });
  },

  async retry({ id, attempts }, atMs) {
    await database.query({
      name: 'retry-mail',
      text: 'UPDATE florin_control.mails SET due_at = $3 WHERE id = $1 AND attempts = $2',
      values: [uuidOf(id), attempts, new Date(atMs)],
    });
  },

  giveUp: (id, audit) =>
    database.transaction(async (run) => {
      const rows = await run('DELETE FROM florin_control.mails WHERE id = $1 RETURNING id', [uuidOf(id)]);
      if (rows.length > 0) await insertAudit(run, audit);
    }),

  async view(limit) {
    const [row] = await database.query<{ count: number; since: Date | null }>({
      name: 'view-mails',
      text: `SELECT (SELECT count(*)::int FROM (SELECT 1 FROM florin_control.mails LIMIT $1) AS counted) AS count,
               (SELECT min(created_at) FROM florin_control.mails) AS since`,
      values: [limit],
    });
    return { count: row?.count ?? 0, sinceMs: row?.since?.getTime() };
  },
});
