import type { MerchantId } from '../domain/ids.ts';
import type { WaitingMail } from './waiting-mail.ts';

/** A row of the audit log. The control plane writes a row in the transaction of the change that it records. */
export interface AuditEntry {
  actor: string;
  action: string;
  merchantId: MerchantId | undefined;
  subject: string;
  details: Record<string, unknown>;
  atMs: number;
  /** What people are told about the change. The control plane writes these emails in the same transaction. */
  mails?: readonly WaitingMail[];
}

/** A row that a data store wrote. Its ID is a UUID. */
export interface RelayedAuditEntry extends AuditEntry {
  id: string;
}

/** A row as people read it. */
export interface AuditRow extends AuditEntry {
  /** Counts up. */
  id: bigint;
}

export interface AuditFilter {
  merchantId: MerchantId;
  actor: string | undefined;
  /** The first part of the action, such as `wallet`. */
  kind: string | undefined;
  olderThan: bigint | undefined;
  limit: number;
}

export interface AuditLog {
  /** Newest first. */
  list(filter: AuditFilter): Promise<AuditRow[]>;
  /** For an action that reads a secret and changes nothing else. */
  record(entry: AuditEntry): Promise<void>;
  /** Deletes failed sign-ins to accounts that do not exist, up to a time. Nobody else deletes entries. */
  deleteUnknownSignIns(beforeMs: number): Promise<void>;
  /** Copies entries of a data store. Entries with a known ID are skipped. */
  copy(entries: readonly RelayedAuditEntry[]): Promise<void>;
}

/** The audit entries of one data store that are waiting for the relay to the control plane. */
export interface AuditOutbox {
  /** Oldest first. */
  listWaiting(limit: number): Promise<RelayedAuditEntry[]>;
  markRelayed(ids: readonly string[], atMs: number): Promise<void>;
}
