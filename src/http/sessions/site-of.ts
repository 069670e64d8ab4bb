import { isIP } from 'node:net';
import type { Site } from '../../ports/passkey-ceremonies.ts';

/** The site that passkeys belong to; undefined for an IP address, which cannot have any. */
export function siteOf(baseUrl: string): Site | undefined {
  const { hostname, origin } = new URL(baseUrl);
  return isIP(hostname.replace(/^\[(.*)\]$/, '$1')) === 0 ? { id: hostname, origin } : undefined;
}
