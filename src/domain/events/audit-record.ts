/** What a person did to an object of the data plane, and who it was. */
export interface AuditRecord {
  actor: string;
  action:
    | 'customer.erased'
    | 'payment_intent.accepted'
    | 'payment_intent.rejected'
    | 'transfer.assigned'
    | 'webhook_endpoint.created'
    | 'webhook_endpoint.changed'
    | 'webhook_endpoint.rolled'
    | 'webhook_endpoint.deleted';
  subject: string;
  details: Record<string, unknown>;
}
