/** What a person did to an object of the data plane, and who it was. */
export interface AuditRecord {
  actor: string;
  action: 'payment_intent.accepted' | 'payment_intent.rejected' | 'transfer.assigned';
  subject: string;
  details: Record<string, unknown>;
}
