const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** IPv4 addresses are here, as in `::ffff:192.0.2.1`, so that both spellings are in the same ranges. */
const IPV4_MAPPED = 0xffff_0000_0000n;
const BYTE = /^(?:0|[1-9]\d{0,2})$/;
const PREFIX = /^\d{1,3}$/;
const GROUP = /^[0-9a-f]{1,4}$/i;

interface Range {
  first: bigint;
  last: bigint;
}

/** Whether a text is an IP address, or a range such as `10.0.0.0/8`. */
export const isIpRange = (text: string): boolean => parseRange(text) !== undefined;

/** Whether a text is one of the names that stand for ranges: `loopback`, `linklocal`, `uniquelocal`. */
export const isIpRangeName = (text: string): boolean => Object.hasOwn(NAMED, text);

/** Whether an address is in one of these ranges: addresses, ranges such as `10.0.0.0/8`, or their names. */
export function inIpRanges(ranges: readonly string[]): (address: string | undefined) => boolean {
  const parsed = ranges.flatMap((range) => NAMED[range] ?? [range]).flatMap((range) => parseRange(range) ?? []);
  if (parsed.length === 0) return () => false;
  return (address = '') => {
    const value = parseAddress(address);
    return value !== undefined && parsed.some(({ first, last }) => first <= value && value <= last);
  };
}

function parseRange(text: string): Range | undefined {
  const [network = '', prefix, ...rest] = text.split('/');
  const address = parseAddress(network);
  const bits = network.includes(':') ? 128 : 32;
  if (address === undefined || rest.length > 0) return undefined;
  if (prefix !== undefined && !(PREFIX.test(prefix) && Number(prefix) <= bits)) return undefined;
  const free = BigInt(bits - Number(prefix ?? bits));
  const first = (address >> free) << free;
  return { first, last: first + (1n << free) - 1n };
}

/** The 128 bits of an address. A link-local one may name its interface: `fe80::1%eth0`. */
function parseAddress(text: string): bigint | undefined {
  if (text.includes(':')) return parseIpv6(text.replace(/%.+$/, ''));
  const ipv4 = parseIpv4(text);
  return ipv4 === undefined ? undefined : IPV4_MAPPED | ipv4;
}

function parseIpv4(text: string): bigint | undefined {
  const bytes = text.split('.');
  if (bytes.length !== 4) return undefined;
  let value = 0;
  for (const byte of bytes) {
    // A leading zero means octal to some programs and nothing to others.
    if (!BYTE.test(byte) || Number(byte) > 255) return undefined;
    value = value * 256 + Number(byte);
  }
  return BigInt(value);
}

function parseIpv6(text: string): bigint | undefined {
  const halves = withoutIpv4(text)
    .split('::')
    .map((half) => (half === '' ? [] : half.split(':')));
  const [before = [], after = []] = halves;
  const missing = 8 - before.length - after.length;
  // Two colons stand for at least one group.
  if (halves.length > 2 || (halves.length === 2 ? missing < 1 : missing !== 0)) return undefined;
  const groups = [...before, ...Array.from({ length: missing }, () => '0'), ...after];
  if (!groups.every((group) => GROUP.test(group))) return undefined;
  return groups.reduce((value, group) => (value << 16n) | BigInt(Number.parseInt(group, 16)), 0n);
}

/** The last two groups may be written as an IPv4 address. */
function withoutIpv4(text: string): string {
  const start = text.lastIndexOf(':') + 1;
  const ipv4 = parseIpv4(text.slice(start));
  if (ipv4 === undefined) return text;
  return `${text.slice(0, start)}${(ipv4 >> 16n).toString(16)}:${(ipv4 & 0xffffn).toString(16)}`;
}
