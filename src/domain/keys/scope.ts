import type { Mode } from './key.ts';

/** A key with one of these can redirect money or settle payments, so creating one on the dashboard takes the password. */
const GUARDED_SCOPES = ['payments:override', 'wallets:write'] as const;

/** What a private key may do. Changing wallets and overriding a payment's status must be requested explicitly. */
export const SCOPES = ['payments:read', 'payments:write', 'webhooks:write', ...GUARDED_SCOPES] as const;

export type Scope = (typeof SCOPES)[number];

/** The scopes of a key that names none. */
export const DEFAULT_SCOPES: Readonly<Record<Mode, readonly Scope[]>> = {
  test: ['payments:read', 'payments:write', 'webhooks:write'],
  live: ['payments:read', 'payments:write'],
};

export const isScope = (text: string): text is Scope => (SCOPES as readonly string[]).includes(text);

/**
 * Whether creating a key with these scopes takes the password. In live mode, changing a webhook endpoint on the dashboard
 * does, so a key that can change one does, too.
 */
export const isGuarded = (scopes: readonly Scope[], mode: Mode): boolean =>
  GUARDED_SCOPES.some((scope) => scopes.includes(scope)) || (mode === 'live' && scopes.includes('webhooks:write'));
