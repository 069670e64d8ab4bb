/** The filter of the audit log, as the URL has it. */
export interface AuditSearch {
  actor?: string | undefined;
  kind?: string | undefined;
  cursor?: string | undefined;
}

/** The kinds of actions, and what people call them. */
export const KINDS: readonly [kind: string, label: string][] = [
  ['api_key', 'API keys'],
  ['customer', 'Customers’ data'],
  ['invitation', 'Invitations'],
  ['mail', 'Emails'],
  ['member', 'Members'],
  ['merchant', 'Business and settings'],
  ['payment_intent', 'Payments'],
  ['transfer', 'Transfers'],
  ['user', 'Accounts'],
  ['wallet', 'Wallets'],
  ['webhook_endpoint', 'Webhooks'],
];
