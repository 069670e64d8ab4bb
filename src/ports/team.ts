import type { InvitationId, MerchantId, UserId } from '../domain/ids.ts';
import type { User } from '../domain/sessions/user.ts';
import type { Invitation } from '../domain/team/invitation.ts';
import type { MemberRole } from '../domain/team/roles.ts';
import type { AuditEntry } from './audit.ts';

export interface Member {
  userId: UserId;
  email: string;
  role: MemberRole;
  joinedAtMs: number;
  /** Whether the member gets emails about the business. */
  notices: boolean;
}

/** A team always has an owner, so the last one can be neither removed nor given another role. */
export type MemberChange = 'changed' | 'unknown' | 'last_owner';

/** The entry about an invitation that is revoked with its inviter. */
export type AuditOfRevoked = (id: InvitationId) => AuditEntry;

/** Who belongs to a merchant. Changes of one team happen one after another. */
export interface Team {
  /** By email address. */
  listMembers(merchantId: MerchantId): Promise<Member[]>;
  /** Revokes the member's open invitations too, unless the new role may invite. */
  changeRole(
    merchantId: MerchantId,
    userId: UserId,
    role: MemberRole,
    audit: AuditEntry,
    auditOfRevoked: AuditOfRevoked,
  ): Promise<MemberChange>;
  /** Ends the member's sessions too, revokes the open invitations, and deletes the user. */
  remove(
    merchantId: MerchantId,
    userId: UserId,
    audit: AuditEntry,
    auditOfRevoked: AuditOfRevoked,
  ): Promise<MemberChange>;
  /** Revokes the open invitation to the same address, if there is one. */
  invite(invitation: Invitation, audit: AuditEntry): Promise<'invited' | 'member' | 'full'>;
  /** Those that can still be accepted, newest first. */
  listInvitations(merchantId: MerchantId, nowMs: number): Promise<Invitation[]>;
  /** False if there is no invitation that could be accepted. */
  revokeInvitation(merchantId: MerchantId, id: InvitationId, audit: AuditEntry): Promise<boolean>;
  findInvitation(tokenHash: string): Promise<{ invitation: Invitation; merchantName: string } | undefined>;
  /** Uses the invitation up and inserts the user, both or neither. Its inviter must be a member who may still invite. */
  accept(
    tokenHash: string,
    user: Pick<User, 'id' | 'passwordHash' | 'createdAtMs'>,
    auditOf: (invitation: Invitation) => AuditEntry,
  ): Promise<Invitation | 'invalid' | 'email_taken'>;
}
