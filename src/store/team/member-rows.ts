import type { MemberRole } from '../../domain/team/roles.ts';
import type { AuditEntry } from '../../ports/audit.ts';
import type { MemberChange } from '../../ports/team.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { Database, Run } from '../database/database.ts';

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

/** The audit entry names the role that the member has afterwards, if any. */
export function changeMember(
  database: Database,
  merchantId: string,
  userId: string,
  audit: AuditEntry,
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
    if (otherOwners.length === 0 && audit.details['role'] !== 'owner') return 'last_owner';
    await change(run);
    const details = { ...audit.details, email: member.email, role_before: member.role };
    await writeAudit(run, { ...audit, details });
    return 'changed';
  });
}
