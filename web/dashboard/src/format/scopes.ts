import type { ApiKey } from '../api/generated.ts';

type Scope = ApiKey['scopes'][number];

/**
 * What a key with a scope may do. A scope that allows the same as the permission of its name says it in the same words. A
 * key needs no other scope to read events or to change items; a member of the team does.
 */
export const SCOPES: readonly { scope: Scope; allows: string }[] = [
  { scope: 'payments:read', allows: 'Read payments, invoices, items, wallets, events, webhook endpoints and logs.' },
  { scope: 'payments:write', allows: 'Create and cancel payments, simulate them in test mode, and change items.' },
  { scope: 'webhooks:write', allows: 'Change webhook endpoints, and resend events.' },
  {
    scope: 'payments:override',
    allows:
      'Decide on payments that need review, mark payments as paid, assign transfers, and erase a customer’s data.',
  },
  { scope: 'wallets:write', allows: 'Change wallets.' },
];
