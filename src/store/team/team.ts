import { idFromUuid, uuidOf } from '../../domain/ids.ts';
import { LIMITS } from '../../domain/limits.ts';
import { foldEmail } from '../../domain/sessions/fold-email.ts';
import { type Invitation, mayInvite, whyNotAcceptable } from '../../domain/team/invitation.ts';
import type { MemberRole } from '../../domain/team/roles.ts';
import type { Member, Team } from '../../ports/team.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { type Database, type Run, sqlState } from '../database/database.ts';
import { insertUser } from '../sessions/insert-user.ts';
import { COLUMNS, type InvitationRecord, insertInvitation, OPEN, readInvitation } from './invitation-row.ts';
import { addMember, changeMember, lockTeam, removeMember } from './member-rows.ts';

const UNIQUE_VIOLATION = '23505';

interface MemberRecord {
  user_id: string;
  email: string;
  role: MemberRole;
  created_at: Date;
  notices: boolean;
}

const readMember = (row: MemberRecord): Member => ({
  userId: idFromUuid('usr', row.user_id),
  email: row.email,
  role: row.role,
  joinedAtMs: row.created_at.getTime(),
  notices: row.notices,
});

const LIST_MEMBERS = `SELECT b.user_id, u.email, b.role, u.created_at, u.notices FROM florin_control.members b
  JOIN florin_control.users u ON u.id = b.user_id WHERE b.merchant_id = $1 ORDER BY lower(u.email), u.id`;

export function teamTables(database: Database): Team {
  return {
    async listMembers(merchantId) {
      const values = [uuidOf(merchantId)];
      const rows = await database.query<MemberRecord>({ name: 'list-members', text: LIST_MEMBERS, values });
      return rows.map(readMember);
    },

    changeRole(merchantId, userId, role, audit, auditOfRevoked) {
      const [merchant, user] = [uuidOf(merchantId), uuidOf(userId)];
      const change = { merchantId: merchant, userId: user, role, audit, auditOfRevoked };
      return changeMember(database, change, async (run) => {
        await removeMember(run, merchant, user);
        await addMember(run, merchant, user, role);
      });
    },

    remove(merchantId, userId, audit, auditOfRevoked) {
      const [merchant, user] = [uuidOf(merchantId), uuidOf(userId)];
      const change = { merchantId: merchant, userId: user, role: undefined, audit, auditOfRevoked };
      return changeMember(database, change, async (run) => {
        await run('DELETE FROM florin_control.sessions WHERE user_id = $1 AND merchant_id = $2', [user, merchant]);
        await removeMember(run, merchant, user);
        await run(
          `DELETE FROM florin_control.users u
           WHERE u.id = $1 AND NOT EXISTS (SELECT FROM florin_control.members b WHERE b.user_id = u.id)`,
          [user],
        );
      });
    },

    invite: (invitation, audit) =>
      database.transaction(async (run) => {
        const merchant = uuidOf(invitation.merchantId);
        const at = new Date(invitation.createdAtMs);
        await lockTeam(run, merchant);
        const members = await run<MemberRecord>(LIST_MEMBERS, [merchant]);
        if (members.some(({ email }) => foldEmail(email) === foldEmail(invitation.email))) return 'member';
        const open = await run<InvitationRecord>(
          `SELECT ${COLUMNS} FROM florin_control.invitations WHERE merchant_id = $1 AND ${OPEN}`,
          [merchant, at],
        );
        const replaced = open.filter(({ email }) => foldEmail(email) === foldEmail(invitation.email));
        if (members.length + open.length - replaced.length >= LIMITS.teamMembersMax) return 'full';
        await run('UPDATE florin_control.invitations SET revoked_at = $2 WHERE id = ANY ($1::uuid[])', [
          replaced.map(({ id }) => id),
          at,
        ]);
        await insertInvitation(run, invitation);
        await writeAudit(run, audit);
        return 'invited';
      }),

    async listInvitations(merchantId, nowMs) {
      const rows = await database.query<InvitationRecord>({
        name: 'list-invitations',
        text: `SELECT ${COLUMNS} FROM florin_control.invitations WHERE merchant_id = $1 AND ${OPEN} ORDER BY id DESC`,
        values: [uuidOf(merchantId), new Date(nowMs)],
      });
      return rows.map(readInvitation);
    },

    revokeInvitation: (merchantId, id, audit) =>
      database.transaction(async (run) => {
        const rows = await run(
          `UPDATE florin_control.invitations SET revoked_at = $2 WHERE merchant_id = $1 AND ${OPEN} AND id = $3
           RETURNING id`,
          [uuidOf(merchantId), new Date(audit.atMs), uuidOf(id)],
        );
        if (rows.length > 0) await writeAudit(run, audit);
        return rows.length > 0;
      }),

    async findInvitation(tokenHash) {
      const [row] = await database.query<InvitationRecord & { merchant_name: string }>({
        name: 'find-invitation',
        text: `SELECT i.*, m.name AS merchant_name FROM florin_control.invitations i
               JOIN florin_control.merchants m ON m.id = i.merchant_id WHERE i.token_hash = $1`,
        values: [tokenHash],
      });
      return row && { invitation: readInvitation(row), merchantName: row.merchant_name };
    },

    async accept(tokenHash, user, auditOf) {
      try {
        return await database.transaction(async (run) => {
          const invitation = await lockInvitation(run, tokenHash);
          if (!invitation || whyNotAcceptable(invitation, user.createdAtMs) !== undefined) return 'invalid';
          const merchant = uuidOf(invitation.merchantId);
          await run('UPDATE florin_control.invitations SET accepted_at = $2 WHERE id = $1', [
            uuidOf(invitation.id),
            new Date(user.createdAtMs),
          ]);
          await insertUser(run, { ...user, email: invitation.email, isOperator: false });
          await addMember(run, merchant, uuidOf(user.id), invitation.role);
          await writeAudit(run, auditOf(invitation));
          return invitation;
        });
      } catch (error) {
        if (sqlState(error) === UNIQUE_VIOLATION) return 'email_taken';
        throw error;
      }
    },
  };
}

/**
 * Undefined if the member who made the invitation may no longer invite. The team is locked first, as by a change of its members,
 * so that an invitation is either accepted before its inviter is removed, or not at all.
 */
async function lockInvitation(run: Run, tokenHash: string): Promise<Invitation | undefined> {
  const [found] = await run<{ merchant_id: string }>(
    'SELECT merchant_id FROM florin_control.invitations WHERE token_hash = $1',
    [tokenHash],
  );
  if (!found) return undefined;
  await lockTeam(run, found.merchant_id);
  const [row] = await run<InvitationRecord>(
    `SELECT ${COLUMNS} FROM florin_control.invitations WHERE token_hash = $1 FOR UPDATE`,
    [tokenHash],
  );
  if (!row) return undefined;
  const [inviter] = await run<{ role: MemberRole }>(
    'SELECT role FROM florin_control.members WHERE user_id = $1 AND merchant_id = $2',
    [row.invited_by, row.merchant_id],
  );
  return mayInvite(inviter?.role) ? readInvitation(row) : undefined;
}
