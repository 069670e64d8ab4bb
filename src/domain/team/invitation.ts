import type { InvitationId, MerchantId, UserId } from '../ids.ts';
import { isAllowed, type MemberRole } from './roles.ts';

export interface Invitation {
  id: InvitationId;
  merchantId: MerchantId;
  email: string;
  role: MemberRole;
  /** SHA-256 of the token in the link, in hex. */
  tokenHash: string;
  invitedBy: UserId;
  createdAtMs: number;
  expiresAtMs: number;
  acceptedAtMs: number | undefined;
  revokedAtMs: number | undefined;
}

/**
 * Whether somebody with this role may invite others, to any role. An invitation counts only as long as that is true of its
 * inviter. Undefined is the role of somebody who is no member.
 */
export const mayInvite = (role: MemberRole | undefined): boolean => role !== undefined && isAllowed(role, 'team:write');

/** Why an invitation cannot be accepted, as a sentence; undefined if it can. */
export function whyNotAcceptable(
  { acceptedAtMs, revokedAtMs, expiresAtMs }: Pick<Invitation, 'acceptedAtMs' | 'revokedAtMs' | 'expiresAtMs'>,
  nowMs: number,
): string | undefined {
  if (acceptedAtMs !== undefined) return 'This invitation has already been used. Sign in instead.';
  if (revokedAtMs !== undefined) return 'This invitation was revoked. Ask for a new one.';
  if (expiresAtMs <= nowMs) return 'This invitation has expired. Ask for a new one.';
  return undefined;
}
