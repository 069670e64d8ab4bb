import { isIP } from 'node:net';

/** A proxy may forward any text. */
const NAME_LENGTH_MAX = 64;

/**
 * The name under which a client is counted: its IPv4 address, or the /64 of its IPv6 address, because one client usually
 * has all addresses of such a network.
 */
export function clientNetwork(address: string | undefined): string {
  const host = withoutPort(address ?? '');
  if (isIP(host) !== 6) return host.slice(0, NAME_LENGTH_MAX);
  const groups = groupsOf(host);
  const [, , , , , marker = 0, high = 0, low = 0] = groups;
  // An IPv4 client looks like this to a server that listens on IPv6.
  const isIpv4 = marker === 0xffff && groups.slice(0, 5).every((group) => group === 0);
  if (isIpv4) return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** Some proxies forward the port, which differs for every connection: `192.0.2.1:5678`, `[2001:db8::1]:5678`. */
function withoutPort(address: string): string {
  const [, bracketed, plain] = /^(?:\[(.*)\](?::\d+)?|([\d.]+):\d+)$/.exec(address) ?? [];
  return bracketed ?? plain ?? address;
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  const [bare = ''] = address.split('%');
  const hexadecimal = bare.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...bytes: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.slice(0, 4).map(Number);
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  });
  const [before = [], after = []] = hexadecimal
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after].map((group) => Number.parseInt(group, 16));
}
