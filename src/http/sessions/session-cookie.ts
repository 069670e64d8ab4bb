import { Problem } from '../../domain/errors.ts';
import { LIMITS } from '../../domain/limits.ts';

/** The prefix `__Host-` makes the browser require HTTPS, this exact host and the path `/`. */
export interface SessionCookie {
  name: string;
  write(token: string): string;
  clear(): string;
}

const cookie = (name: string, secure: string, keptMs: number): SessionCookie => {
  const kept = (value: string, seconds: number) =>
    `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
  return { name, write: (token) => kept(token, keptMs / 1_000), clear: () => kept('', 0) };
};

const SECURE = cookie('__Host-florin', '; Secure', LIMITS.sessionMs);
const LOOPBACK = cookie('florin', '', LIMITS.sessionMs);
const SECURE_DEVICE = cookie('__Host-florin-device', '; Secure', LIMITS.trustedDeviceMs);
const LOOPBACK_DEVICE = cookie('florin-device', '', LIMITS.trustedDeviceMs);

/** The cookie of a device that skips the second factor. It stays after signing out. */
export const deviceCookie = (baseUrl: string): SessionCookie =>
  new URL(baseUrl).protocol === 'https:' ? SECURE_DEVICE : LOOPBACK_DEVICE;

/** Undefined for plain HTTP to another machine, where others on the network could read the cookie. */
export function sessionCookie(baseUrl: string): SessionCookie | undefined {
  const { protocol, hostname } = new URL(baseUrl);
  if (protocol === 'https:') return SECURE;
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname) ? LOOPBACK : undefined;
}

/** Throws if the connection is too insecure for a session. */
export function requireCookie(baseUrl: string): SessionCookie {
  const found = sessionCookie(baseUrl);
  if (!found) {
    throw new Problem(
      'insecure_connection',
      `Sign-in requires HTTPS, but ${baseUrl} is plain HTTP. Use a TLS proxy and set FLORIN_BASE_URL to its address.`,
    );
  }
  return found;
}

/** The value of the first cookie with this name. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  for (const part of header?.split(';') ?? []) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return undefined;
}
