/** The scopes of a key that names none. */
export const DEFAULT_SCOPES = ['payments:read', 'payments:write'] as const;

/** A key with one of these can redirect money or settle payments, so creating one on the dashboard takes the password. */
export const GUARDED_SCOPES = ['payments:override', 'wallets:write'] as const;

/** What a private key may do. Changing wallets and overriding a payment's status must be requested explicitly. */
export const SCOPES = [...DEFAULT_SCOPES, ...GUARDED_SCOPES] as const;

export type Scope = (typeof SCOPES)[number];

export const isScope = (text: string): text is Scope => (SCOPES as readonly string[]).includes(text);

export const isGuarded = (scopes: readonly Scope[]): boolean => GUARDED_SCOPES.some((scope) => scopes.includes(scope));
