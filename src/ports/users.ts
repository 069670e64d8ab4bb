import type { SessionId, UserId } from '../domain/ids.ts';
import type { Merchant } from '../domain/merchants/merchant.ts';
import type { User } from '../domain/sessions/user.ts';
import type { AuditEntry } from './audit.ts';

export interface PasswordChange {
  kept?: SessionId;
  /** Also removes the second factors. */
  removesSecondFactors?: boolean;
}

export interface Users {
  /** Whether there is any user yet. */
  exist(): Promise<boolean>;
  /** In any spelling that `foldEmail` does not tell apart. */
  findByEmail(email: string): Promise<{ user: User; merchant: Merchant } | undefined>;
  findById(id: UserId): Promise<{ user: User; merchant: Merchant } | undefined>;
  /**
   * Also ends the user's sessions, except the kept one, and forgets trusted devices if none is kept. False if no user has
   * this email address.
   */
  setPassword(email: string, passwordHash: string, audit: AuditEntry, more?: PasswordChange): Promise<boolean>;
  /** Makes the user an operator, or ends that. If nothing changes, there is no audit entry. */
  setOperator(id: UserId, isOperator: boolean, audit: AuditEntry): Promise<void>;
  /** A new link to set the password. It replaces the one before. */
  offerPasswordReset(
    reset: { userId: UserId; tokenHash: string; expiresAtMs: number },
    audit: AuditEntry | undefined,
  ): Promise<void>;
  /** Finds only a link that can still be used. */
  findPasswordReset(tokenHash: string, nowMs: number): Promise<{ user: User; merchant: Merchant } | undefined>;
  /** Uses the link up, sets the password, ends all sessions and forgets trusted devices. False if the link cannot be used. */
  usePasswordReset(
    tokenHash: string,
    passwordHash: string,
    nowMs: number,
    auditOf: (found: { user: User; merchant: Merchant }) => AuditEntry,
  ): Promise<boolean>;
  /** Whether the user gets emails about the business. */
  setNotices(id: UserId, notices: boolean): Promise<void>;
  deleteExpired(nowMs: number): Promise<void>;
  /** Replaces the previous link. False if a user already exists. */
  offerSetUpLink(tokenHash: string, atMs: number): Promise<boolean>;
  isSetUpLink(tokenHash: string): Promise<boolean>;
}
