/** What a private key may do. A key holds a list of these; the default key holds all that follow. */
export const SCOPES = ['payments:read', 'payments:write'] as const;

export type Scope = (typeof SCOPES)[number];

export const isScope = (text: string): text is Scope => (SCOPES as readonly string[]).includes(text);
