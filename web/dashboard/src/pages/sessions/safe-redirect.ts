/** Where to go after signing in. Only dashboard paths are allowed, so that a link cannot redirect to another site. */
export function safeRedirect(next: unknown): string | undefined {
  return typeof next === 'string' && /^\/dashboard(?:[/?]|$)/.test(next) ? next : undefined;
}
