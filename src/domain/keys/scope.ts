/** The scopes of a key that names none. */
export const DEFAULT_SCOPES = ['payments:read', 'payments:write'] as const;

/** What a private key may do. Changing wallets and overriding a payment's status must be requested explicitly. */
export const SCOPES = [...DEFAULT_SCOPES, 'payments:override', 'wallets:write'] as const;

export type Scope = (typeof SCOPES)[number];

export const isScope = (text: string): text is Scope => (SCOPES as readonly string[]).includes(text);
