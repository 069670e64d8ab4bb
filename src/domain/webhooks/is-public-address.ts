import { inIpRanges } from '../ip-ranges.ts';

/**
 * What is not the address of one machine on the internet: IANA's registries of special-purpose addresses, of 2026, with the
 * few that can be reached worldwide (relays and sinks, where no shop receives webhooks), and multicast.
 */
const SPECIAL = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // shared by customers of a provider
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local, with the metadata services of clouds
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // multicast tunnels
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarking
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast
  '2001::/23', // protocol assignments: Teredo, benchmarking, ORCHID and others
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4, which contains an IPv4 address
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
];

const isSpecial = inIpRanges(SPECIAL);
const isIpv4 = inIpRanges(['0.0.0.0/0']);
/**
 * The only part of IPv6 that is assigned to networks on the internet. Loopback, unique local and link-local addresses,
 * multicast, and IPv4 addresses in disguise (`::ffff:0:0/96`, `64:ff9b::/96`) are outside.
 */
const isGlobalIpv6 = inIpRanges(['2000::/3']);

/** Whether an address belongs to one machine on the internet, as far as its number says. */
export const isPublicAddress = (address: string): boolean =>
  (address.includes(':') ? isGlobalIpv6(address) : isIpv4(address)) && !isSpecial(address);
