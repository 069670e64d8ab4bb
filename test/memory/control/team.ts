import type { MerchantId, UserId } from '../../../src/domain/ids.ts';
import { LIMITS } from '../../../src/domain/limits.ts';
import { mayInvite, whyNotAcceptable } from '../../../src/domain/team/invitation.ts';
import type { MemberRole } from '../../../src/domain/team/roles.ts';
import type { AuditEntry } from '../../../src/ports/audit.ts';
import type { AuditOfRevoked, MemberChange, Team } from '../../../src/ports/team.ts';
import { isSameEmail } from './merchants.ts';
import { byId, type ControlTables, writeAudit } from './tables.ts';

interface Change {
  merchantId: MerchantId;
  userId: UserId;
  role: MemberRole | undefined;
  audit: AuditEntry;
  auditOfRevoked: AuditOfRevoked;
}

export function memoryTeam(tables: ControlTables): Team {
  const { invitations, members, users } = tables;
  const listMembers = (merchantId: MerchantId) =>
    [...members].flatMap(([userId, member]) => {
      const user = users.get(userId);
      if (!user || member.merchantId !== merchantId) return [];
      return [
        {
          userId,
          email: user.email,
          role: member.role,
          joinedAtMs: user.createdAtMs,
          notices: !tables.withoutNotices.has(userId),
        },
      ];
    });
  const listOpen = (merchantId: MerchantId, nowMs: number) =>
    byId(invitations.values()).filter(
      (one) => one.merchantId === merchantId && whyNotAcceptable(one, nowMs) === undefined,
    );
  function change({ merchantId, userId, role, audit, auditOfRevoked }: Change, apply: () => void): MemberChange {
    const team = listMembers(merchantId);
    const member = team.find((one) => one.userId === userId);
    if (!member) return 'unknown';
    const hasOtherOwner = team.some((one) => one.role === 'owner' && one.userId !== userId);
    if (!hasOtherOwner && role !== 'owner') return 'last_owner';
    apply();
    writeAudit(tables, { ...audit, details: { ...audit.details, email: member.email, role_before: member.role } });
    if (mayInvite(role)) return 'changed';
    for (const open of listOpen(merchantId, audit.atMs).filter(({ invitedBy }) => invitedBy === userId)) {
      invitations.set(open.id, { ...open, revokedAtMs: audit.atMs });
      writeAudit(tables, auditOfRevoked(open.id));
    }
    return 'changed';
  }
  return {
    listMembers: async (merchantId) =>
      listMembers(merchantId).sort((a, b) => (a.email.toLowerCase() < b.email.toLowerCase() ? -1 : 1)),

    changeRole: async (merchantId, userId, role, audit, auditOfRevoked) =>
      change({ merchantId, userId, role, audit, auditOfRevoked }, () => members.set(userId, { merchantId, role })),

    remove: async (merchantId, userId, audit, auditOfRevoked) =>
      change({ merchantId, userId, role: undefined, audit, auditOfRevoked }, () => {
        members.delete(userId);
        users.delete(userId);
        for (const session of tables.sessions.values()) {
          if (session.userId === userId) tables.sessions.delete(session.id);
        }
      }),

    async invite(invitation, audit) {
      const team = listMembers(invitation.merchantId);
      if (team.some(({ email }) => isSameEmail(email, invitation.email))) return 'member';
      const open = listOpen(invitation.merchantId, invitation.createdAtMs);
      const replaced = open.filter(({ email }) => isSameEmail(email, invitation.email));
      if (team.length + open.length - replaced.length >= LIMITS.teamMembersMax) return 'full';
      for (const old of replaced) invitations.set(old.id, { ...old, revokedAtMs: invitation.createdAtMs });
      invitations.set(invitation.id, invitation);
      writeAudit(tables, audit);
      return 'invited';
    },

    listInvitations: async (merchantId, nowMs) => listOpen(merchantId, nowMs).toReversed(),

    async revokeInvitation(merchantId, id, audit) {
      const found = listOpen(merchantId, audit.atMs).find((one) => one.id === id);
      if (!found) return false;
      invitations.set(id, { ...found, revokedAtMs: audit.atMs });
      writeAudit(tables, audit);
      return true;
    },

    async findInvitation(tokenHash) {
      const invitation = [...invitations.values()].find((one) => one.tokenHash === tokenHash);
      const merchant = invitation && tables.merchants.get(invitation.merchantId);
      return merchant && { invitation, merchantName: merchant.name };
    },

    async accept(tokenHash, user, auditOf) {
      const invitation = [...invitations.values()].find((one) => one.tokenHash === tokenHash);
      if (!invitation || whyNotAcceptable(invitation, user.createdAtMs) !== undefined) return 'invalid';
      const inviter = members.get(invitation.invitedBy);
      if (inviter?.merchantId !== invitation.merchantId || !mayInvite(inviter.role)) return 'invalid';
      if ([...users.values()].some(({ email }) => isSameEmail(email, invitation.email))) return 'email_taken';
      invitations.set(invitation.id, { ...invitation, acceptedAtMs: user.createdAtMs });
      users.set(user.id, { ...user, email: invitation.email, isOperator: false });
      members.set(user.id, { merchantId: invitation.merchantId, role: invitation.role });
      writeAudit(tables, auditOf(invitation));
      return invitation;
    },
  };
}
