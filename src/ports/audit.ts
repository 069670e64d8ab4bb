import type { MerchantId } from '../domain/ids.ts';

/** A row of the audit log. The control plane writes its own rows in the transaction of the change that they record. */
export interface AuditEntry {
  actor: string;
  action: string;
  merchantId: MerchantId | undefined;
  subject: string;
  details: Record<string, unknown>;
  atMs: number;
}

/** A row that a data store wrote; its id is a UUID. */
export interface RelayedAuditEntry extends AuditEntry {
  id: string;
}

export interface AuditLog {
  /** For an action that reads a secret and changes nothing else. */
  record(entry: AuditEntry): Promise<void>;
  /** Copies entries of a data store, each once by its id. */
  copy(entries: readonly RelayedAuditEntry[]): Promise<void>;
}

/** The audit entries of one data store, which wait for the relay to the control plane. */
export interface AuditOutbox {
  /** Oldest first. */
  listWaiting(limit: number): Promise<RelayedAuditEntry[]>;
  markRelayed(ids: readonly string[], atMs: number): Promise<void>;
}
