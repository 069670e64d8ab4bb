/** What a key may do where nobody says otherwise. */
export const DEFAULT_SCOPES = ['payments:read', 'payments:write'] as const;

/** What a private key may do. Where money goes, and calling something paid by hand, must be asked for by name. */
export const SCOPES = [...DEFAULT_SCOPES, 'payments:override', 'wallets:write'] as const;

export type Scope = (typeof SCOPES)[number];

export const isScope = (text: string): text is Scope => (SCOPES as readonly string[]).includes(text);
