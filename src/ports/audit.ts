import type { MerchantId } from '../domain/ids.ts';

/** A row of the audit log, written in the transaction of the change that it records. */
export interface AuditEntry {
  actor: string;
  action: string;
  merchantId: MerchantId | undefined;
  subject: string;
  details: Record<string, unknown>;
  atMs: number;
}

export interface AuditLog {
  /** For an action that reads a secret and changes nothing else. */
  record(entry: AuditEntry): Promise<void>;
}
