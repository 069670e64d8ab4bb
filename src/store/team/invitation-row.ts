import { idFromUuid, uuidOf } from '../../domain/ids.ts';
import type { Invitation } from '../../domain/team/invitation.ts';
import type { MemberRole } from '../../domain/team/roles.ts';
import type { Run } from '../database/database.ts';

export interface InvitationRecord {
  id: string;
  merchant_id: string;
  email: string;
  role: MemberRole;
  token_hash: string;
  invited_by: string;
  created_at: Date;
  expires_at: Date;
  accepted_at: Date | null;
  revoked_at: Date | null;
}

export const COLUMNS =
  'id, merchant_id, email, role, token_hash, invited_by, created_at, expires_at, accepted_at, revoked_at';

/** Those that can still be accepted at $2. */
export const OPEN = 'accepted_at IS NULL AND revoked_at IS NULL AND expires_at > $2';

export const readInvitation = (row: InvitationRecord): Invitation => ({
  id: idFromUuid('inv', row.id),
  merchantId: idFromUuid('mer', row.merchant_id),
  email: row.email,
  role: row.role,
  tokenHash: row.token_hash,
  invitedBy: idFromUuid('usr', row.invited_by),
  createdAtMs: row.created_at.getTime(),
  expiresAtMs: row.expires_at.getTime(),
  acceptedAtMs: row.accepted_at?.getTime(),
  revokedAtMs: row.revoked_at?.getTime(),
});

export async function insertInvitation(run: Run, invitation: Invitation): Promise<void> {
  await run(
    `INSERT INTO florin_control.invitations (id, merchant_id, email, role, token_hash, invited_by, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      uuidOf(invitation.id),
      uuidOf(invitation.merchantId),
      invitation.email,
      invitation.role,
      invitation.tokenHash,
      uuidOf(invitation.invitedBy),
      new Date(invitation.createdAtMs),
      new Date(invitation.expiresAtMs),
    ],
  );
}
