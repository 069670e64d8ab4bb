/** A link of the web, or a path on this server; anything else is no link. */
export function webUrl(url: string | null): string | undefined {
  return url !== null && /^(https?:\/\/|\/(?!\/))/i.test(url) ? url : undefined;
}

const executable = new Set(['javascript', 'data', 'vbscript', 'blob', 'file', 'filesystem', 'about', 'view-source']);

/** A link to a wallet has a scheme of its chain; a scheme that a browser would run by itself is refused. */
export function walletUrl(uri: string): string | undefined {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(uri)?.[1]?.toLowerCase();
  return scheme === undefined || executable.has(scheme) ? undefined : uri;
}
