import type { MerchantId, SessionId, UserId } from '../domain/ids.ts';
import type { Merchant } from '../domain/merchants/merchant.ts';
import type { User } from '../domain/sessions/user.ts';
import type { MemberRole } from '../domain/team/roles.ts';
import type { AuditEntry } from './audit.ts';

/** A user who is signed in on one device, for one merchant. */
export interface Session {
  id: SessionId;
  /** SHA-256 of the token in the cookie, in hex. */
  tokenHash: string;
  userId: UserId;
  merchantId: MerchantId;
  createdAtMs: number;
  lastSeenAtMs: number;
  expiresAtMs: number;
  address: string;
  userAgent: string;
  /** When the second factor was last given in it. */
  secondFactorAtMs: number | undefined;
}

export type SessionUser = Pick<User, 'id' | 'email' | 'isOperator'>;

export interface Sessions {
  /**
   * Inserts a session and deletes the one that it replaces, both or neither. False if the user's password is no longer the one
   * that was checked, so that no sign-in with the old password outlives a reset.
   */
  insert(
    session: Session,
    replaces: SessionId | undefined,
    more?: { audit?: AuditEntry | undefined; passwordHash?: string | undefined },
  ): Promise<boolean>;
  /** Finds only a session that has not expired, of a user who still belongs to the merchant. */
  findByHash(
    tokenHash: string,
    nowMs: number,
  ): Promise<{ session: Session; user: SessionUser; merchant: Merchant; role: MemberRole } | undefined>;
  renew(id: SessionId, atMs: number, expiresAtMs: number): Promise<void>;
  noteSecondFactor(id: SessionId, atMs: number): Promise<void>;
  list(userId: UserId, nowMs: number): Promise<Session[]>;
  /** False if the user has no such session. */
  end(userId: UserId, id: SessionId, audit?: AuditEntry): Promise<boolean>;
  /** All sessions of a user, but one. */
  endOthers(userId: UserId, kept: SessionId): Promise<void>;
  /** The sessions among these that have ended. */
  findEnded(ids: readonly SessionId[], nowMs: number): Promise<SessionId[]>;
  deleteExpired(nowMs: number): Promise<void>;
}
