/** Where to go after signing in. Only a path of this dashboard is taken: a link must not send people elsewhere. */
export function safeRedirect(next: unknown): string | undefined {
  return typeof next === 'string' && /^\/dashboard(?:[/?]|$)/.test(next) ? next : undefined;
}
