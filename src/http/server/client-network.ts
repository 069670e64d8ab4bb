import { isIPv6 } from 'node:net';

/**
 * The name under which a client is counted: its IPv4 address, or the /64 of its IPv6 address, because one client usually
 * has all addresses of such a network.
 */
export function clientNetwork(address: string): string {
  if (!isIPv6(address)) return address;
  const [bare = ''] = address.split('%');
  // A server that listens on IPv6 sees an IPv4 client like this.
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare) ?? [];
  if (mapped !== undefined) return mapped;
  const [before = [], after] = bare.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  const missing = after === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array.from({ length: missing }, () => '0'), ...(after ?? [])].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
