import { Problem } from '../../domain/errors.ts';
import { LIMITS } from '../../domain/limits.ts';

/** How the session travels; `__Host-` makes the browser itself insist on https, this host and the whole path. */
export interface SessionCookie {
  name: string;
  write(token: string): string;
  clear(): string;
}

const cookie = (name: string, secure: string): SessionCookie => {
  const kept = (value: string, seconds: number) =>
    `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
  return { name, write: (token) => kept(token, LIMITS.sessionMs / 1_000), clear: () => kept('', 0) };
};

const SECURE = cookie('__Host-florin', '; Secure');
const LOOPBACK = cookie('florin', '');

/** Undefined where a cookie could be read on its way: plain http to anything but this machine. */
export function sessionCookie(baseUrl: string): SessionCookie | undefined {
  const { protocol, hostname } = new URL(baseUrl);
  if (protocol === 'https:') return SECURE;
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname) ? LOOPBACK : undefined;
}

/** The cookie for signing in, or the reason why there is none. */
export function demandCookie(baseUrl: string): SessionCookie {
  const found = sessionCookie(baseUrl);
  if (!found) {
    throw new Problem(
      'insecure_connection',
      `Signing in needs https: ${baseUrl} is plain http. Put a proxy with TLS in front and set FLORIN_BASE_URL.`,
    );
  }
  return found;
}

/** The value of a cookie in the header; of several with the same name, the first. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  for (const part of header?.split(';') ?? []) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return undefined;
}
