import type { MerchantId, SessionId, UserId } from './domain/ids.ts';
import type { Logo, MerchantSettings, NamedSettings } from './domain/merchants/settings.ts';
import type { Audit, Merchant, User } from './record-ports.ts';

/** Somebody who is signed in on one device, for one merchant. */
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
}

/** An attempt to sign in, counted under each of its names. */
export interface SignInAttempt {
  /** A UUID, by which a successful one is taken back. */
  id: string;
  names: readonly string[];
  atMs: number;
}

/** The part of the control plane that the dashboard needs. */
export interface SessionPlane {
  hasUsers(): Promise<boolean>;
  /** Replaces the link before it. False where a user exists, who needs none. */
  offerSetUpLink(tokenHash: string, atMs: number): Promise<boolean>;
  isSetUpLink(tokenHash: string): Promise<boolean>;
  findUserByEmail(email: string): Promise<{ user: User; merchant: Merchant } | undefined>;

  /** Goes in, and the session that it replaces goes out, both or none. */
  insertSession(session: Session, replaces: SessionId | undefined): Promise<void>;
  /** Only a session that has not expired, of a user who still belongs to the merchant. */
  findSessionByHash(
    tokenHash: string,
    nowMs: number,
  ): Promise<{ session: Session; user: Pick<User, 'id' | 'email'>; merchant: Merchant } | undefined>;
  seeSession(id: SessionId, atMs: number, expiresAtMs: number): Promise<void>;
  listSessions(userId: UserId, nowMs: number): Promise<Session[]>;
  /** False where the user has no such session. */
  endSession(userId: UserId, id: SessionId): Promise<boolean>;
  /** Which of these have ended. */
  findEndedSessions(ids: readonly SessionId[], nowMs: number): Promise<SessionId[]>;
  /** Forgets sessions and attempts that are past their time. */
  forgetSessions(nowMs: number): Promise<void>;

  /** Counts an attempt, across all processes; returns how long to wait where one of its names has no more left. */
  countSignInAttempt(attempt: SignInAttempt): Promise<number>;
  /** A successful one was no failure. */
  forgiveSignInAttempt(id: string): Promise<void>;

  findSettings(merchantId: MerchantId): Promise<MerchantSettings>;
  /** Reads and writes in one step, so that of two changes at once none is lost. Returns the settings as they are then. */
  changeSettings(
    merchantId: MerchantId,
    change: (before: NamedSettings) => {
      after: NamedSettings;
      /** The picture itself: undefined stays as it is, null takes it away. */
      logo: Logo | null | undefined;
      audit: Audit;
    },
  ): Promise<NamedSettings>;
  /** Whosever it is: whoever knows the hash has seen a page that shows it. */
  findLogo(hash: string): Promise<Logo | undefined>;
  /** For what reads something secret and changes nothing. */
  recordAudit(audit: Audit): Promise<void>;
}
