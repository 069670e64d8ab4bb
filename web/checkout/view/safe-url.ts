/** A web URL or a path on this server; undefined for anything else. */
export function webUrl(url: string | null): string | undefined {
  return url !== null && /^(https?:\/\/|\/(?!\/))/i.test(url) ? url : undefined;
}

/** An image at a web URL, or in the URL itself: a preview shows a logo before it is saved. */
export const imageUrl = (url: string | null): string | undefined =>
  url?.startsWith('data:image/') ? url : webUrl(url);

const executable = new Set(['javascript', 'data', 'vbscript', 'blob', 'file', 'filesystem', 'about', 'view-source']);

/** A wallet link uses its chain's scheme. Schemes that a browser would execute are rejected. */
export function walletUrl(uri: string): string | undefined {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(uri)?.[1]?.toLowerCase();
  return scheme === undefined || executable.has(scheme) ? undefined : uri;
}
