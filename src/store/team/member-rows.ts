import { idFromUuid } from '../../domain/ids.ts';
import { mayInvite } from '../../domain/team/invitation.ts';
import type { MemberRole } from '../../domain/team/roles.ts';
import type { AuditEntry } from '../../ports/audit.ts';
import type { AuditOfRevoked, MemberChange } from '../../ports/team.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { Database, Run } from '../database/database.ts';
import { OPEN } from './invitation-row.ts';

/** Owners have a row in `memberships`, all others in `staff`. */
export async function addMember(run: Run, merchantId: string, userId: string, role: MemberRole): Promise<void> {
  const table = role === 'owner' ? 'memberships' : 'staff';
  await run(`INSERT INTO florin_control.${table} (user_id, merchant_id, role) VALUES ($1, $2, $3)`, [
    userId,
    merchantId,
    role,
  ]);
}

export async function removeMember(run: Run, merchantId: string, userId: string): Promise<void> {
  for (const table of ['memberships', 'staff']) {
    await run(`DELETE FROM florin_control.${table} WHERE user_id = $1 AND merchant_id = $2`, [userId, merchantId]);
  }
}

/** Changes of one team happen one after another, so that no two of them leave it without an owner. */
export async function lockTeam(run: Run, merchantId: string): Promise<void> {
  await run('SELECT id FROM florin_control.merchants WHERE id = $1 FOR NO KEY UPDATE', [merchantId]);
}

interface Change {
  merchantId: string;
  userId: string;
  /** The role that the member has afterwards, if any. */
  role: MemberRole | undefined;
  audit: AuditEntry;
  auditOfRevoked: AuditOfRevoked;
}

export function changeMember(
  database: Database,
  { merchantId, userId, role, audit, auditOfRevoked }: Change,
  change: (run: Run) => Promise<void>,
): Promise<MemberChange> {
  return database.transaction(async (run) => {
    await lockTeam(run, merchantId);
    const members = await run<{ user_id: string; role: MemberRole; email: string }>(
      `SELECT b.user_id, b.role, u.email FROM florin_control.members b
       JOIN florin_control.users u ON u.id = b.user_id WHERE b.merchant_id = $1`,
      [merchantId],
    );
    const member = members.find((one) => one.user_id === userId);
    if (!member) return 'unknown';
    const otherOwners = members.filter((one) => one.role === 'owner' && one.user_id !== userId);
    if (otherOwners.length === 0 && role !== 'owner') return 'last_owner';
    await change(run);
    const details = { ...audit.details, email: member.email, role_before: member.role };
    await writeAudit(run, { ...audit, details });
    if (!mayInvite(role)) await revokeInvitationsOf(run, { merchantId, userId, audit, auditOfRevoked });
    return 'changed';
  });
}

async function revokeInvitationsOf(
  run: Run,
  { merchantId, userId, audit, auditOfRevoked }: Omit<Change, 'role'>,
): Promise<void> {
  const revoked = await run<{ id: string }>(
    `UPDATE florin_control.invitations SET revoked_at = $2 WHERE merchant_id = $1 AND ${OPEN} AND invited_by = $3
     RETURNING id`,
    [merchantId, new Date(audit.atMs), userId],
  );
  const ids = revoked.map(({ id }) => idFromUuid('inv', id)).sort();
  for (const id of ids) await writeAudit(run, auditOfRevoked(id));
}
