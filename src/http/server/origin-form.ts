/**
 * The path and query of a request target. A client may send the whole URL, as to a proxy (RFC 9112, 3.2.2): the server is the same
 * whatever its name. Other targets stay as they are, and the router rejects those that it cannot read.
 */
export function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  const [origin] = /^https?:\/\/[^/?#]+/i.exec(target) ?? [];
  if (origin === undefined || target.includes('#') || !URL.canParse(target)) return target;
  const path = target.slice(origin.length);
  return path.startsWith('/') ? path : `/${path}`;
}
