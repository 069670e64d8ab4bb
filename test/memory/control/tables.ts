import type {
  DataStoreId,
  DeviceId,
  EventId,
  InvitationId,
  KeyId,
  MailId,
  MerchantId,
  PasskeyId,
  SessionId,
  UserId,
  ViewId,
  WalletId,
} from '../../../src/domain/ids.ts';
import type { ApiKey } from '../../../src/domain/keys/api-key.ts';
import { LIMITS } from '../../../src/domain/limits.ts';
import type { Merchant } from '../../../src/domain/merchants/merchant.ts';
import type { Logo, MerchantSettings } from '../../../src/domain/merchants/settings.ts';
import type { User } from '../../../src/domain/sessions/user.ts';
import type { Invitation } from '../../../src/domain/team/invitation.ts';
import type { MemberRole } from '../../../src/domain/team/roles.ts';
import type { AuditEntry } from '../../../src/ports/audit.ts';
import type { DataStore } from '../../../src/ports/data-stores.ts';
import type { ClaimedMail } from '../../../src/ports/mails.ts';
import type { MerchantEvent } from '../../../src/ports/merchant-event.ts';
import type { NetworkReport } from '../../../src/ports/networks.ts';
import type { SavedView } from '../../../src/ports/saved-views.ts';
import type { Passkey, TrustedDevice } from '../../../src/ports/second-factors.ts';
import type { Session } from '../../../src/ports/sessions.ts';
import type { SignInAttempt } from '../../../src/ports/sign-in-attempts.ts';
import type { SimulatedTransfer } from '../../../src/ports/simulated-ledger.ts';
import type { WaitingMail } from '../../../src/ports/waiting-mail.ts';
import type { StoredWallet } from '../../../src/ports/wallets.ts';

interface Lease {
  holder: string;
  token: number;
  untilMs: number;
}

/** An event for a merchant, until and after the relay has copied it. */
export interface OutgoingEvent extends MerchantEvent {
  isRelayed: boolean;
}

/** Everything that the control plane holds. Rows are never changed, only replaced. */
export interface ControlTables {
  audit: AuditEntry[];
  mails: Map<MailId, ClaimedMail & { dueAtMs: number }>;
  passwordResets: Map<UserId, { tokenHash: string; expiresAtMs: number }>;
  /** The users who want no emails about the business. */
  withoutNotices: Set<UserId>;
  /** The ids of entries that came from a data store. */
  relayedAudit: Set<string>;
  outgoingEvents: Map<EventId, OutgoingEvent>;
  merchants: Map<MerchantId, Merchant>;
  users: Map<UserId, User>;
  members: Map<UserId, { merchantId: MerchantId; role: MemberRole }>;
  invitations: Map<InvitationId, Invitation>;
  totp: Map<UserId, { sealedSecret: string; isConfirmed: boolean; lastStep: number }>;
  recoveryCodes: { userId: UserId; hash: string; isUsed: boolean }[];
  passkeys: Map<PasskeyId, Passkey>;
  usedChallenges: Map<string, number>;
  trustedDevices: Map<DeviceId, TrustedDevice>;
  /** The hash of the open setup link. */
  setUpLink: string | undefined;
  keys: Map<KeyId, ApiKey>;
  savedViews: Map<ViewId, SavedView & { merchantId: MerchantId; foldedName: string }>;
  sessions: Map<SessionId, Session>;
  attempts: SignInAttempt[];
  familiarClients: { account: string; client: string; lastAtMs: number }[];
  settings: Map<MerchantId, { settings: MerchantSettings; logo: Logo | undefined }>;
  dataStores: Map<DataStoreId, DataStore>;
  wallets: Map<WalletId, StoredWallet>;
  networks: Map<string, NetworkReport>;
  leases: Map<string, Lease>;
  /** Whether every sealed value is bound to its row. */
  isBound: boolean;
  simulatedTransfers: SimulatedTransfer[];
}

export const emptyControlTables = (): ControlTables => ({
  audit: [],
  mails: new Map(),
  passwordResets: new Map(),
  withoutNotices: new Set(),
  relayedAudit: new Set(),
  outgoingEvents: new Map(),
  merchants: new Map(),
  users: new Map(),
  members: new Map(),
  invitations: new Map(),
  totp: new Map(),
  recoveryCodes: [],
  passkeys: new Map(),
  usedChallenges: new Map(),
  trustedDevices: new Map(),
  setUpLink: undefined,
  keys: new Map(),
  sessions: new Map(),
  attempts: [],
  familiarClients: [],
  settings: new Map(),
  dataStores: new Map(),
  savedViews: new Map(),
  wallets: new Map(),
  networks: new Map(),
  leases: new Map(),
  isBound: false,
  simulatedTransfers: [],
});

/** The rows in the order of their ids. */
export const byId = <Row extends { id: string }>(rows: Iterable<Row>): Row[] =>
  [...rows].sort((a, b) => (a.id < b.id ? -1 : 1));

/** What PostgreSQL throws for a row that refers to a row that does not exist. */
export function checkReference(exists: boolean, what: string): void {
  if (!exists) throw new Error(`violates foreign key constraint: ${what}`);
}

/** Details are JSON in the database, so what is undefined is left out. */
export function writeAudit(tables: ControlTables, { mails = [], ...entry }: AuditEntry): void {
  const details = JSON.parse(JSON.stringify(entry.details)) as Record<string, unknown>;
  tables.audit.push({ ...entry, details });
  writeMails(tables, mails);
}

/** What is above the limit of a merchant is dropped, and audited if there is a merchant. */
export function writeMails(tables: ControlTables, mails: readonly WaitingMail[]): void {
  for (const mail of mails) {
    if (tables.mails.has(mail.id)) continue;
    const { merchantId, kind, createdAtMs: atMs } = mail;
    const waiting = [...tables.mails.values()].filter((one) => one.merchantId === merchantId).length;
    if (waiting < LIMITS.mailsWaitingMax) tables.mails.set(mail.id, { ...mail, attempts: 0, dueAtMs: atMs });
    else if (merchantId !== undefined) {
      const audit = {
        actor: 'mail_queue',
        action: 'mail.dropped',
        merchantId,
        subject: mail.id,
        details: { kind },
        atMs,
      };
      tables.audit.push(audit);
    }
  }
}

/** Adds events whose ID is not known yet. What an object has is JSON in the database. */
export function addOutgoingEvents({ outgoingEvents }: ControlTables, events: readonly MerchantEvent[]): void {
  for (const event of events) {
    if (outgoingEvents.has(event.id)) continue;
    const object = JSON.parse(JSON.stringify(event.object)) as MerchantEvent['object'];
    outgoingEvents.set(event.id, { ...event, object, isRelayed: false });
  }
}
