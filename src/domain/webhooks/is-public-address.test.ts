import { expect, it } from 'vitest';
import { isPublicAddress } from './is-public-address.ts';

/** The first and the last address of a range, and the public addresses before and after it, if they are public. */
type Row = readonly [what: string, first: string, last: string, before: string | undefined, after: string | undefined];

const IPV4: readonly Row[] = [
  ['this network', '0.0.0.0', '0.255.255.255', undefined, '1.0.0.0'],
  ['private', '10.0.0.0', '10.255.255.255', '9.255.255.255', '11.0.0.0'],
  ['shared address space', '100.64.0.0', '100.127.255.255', '100.63.255.255', '100.128.0.0'],
  ['loopback', '127.0.0.0', '127.255.255.255', '126.255.255.255', '128.0.0.0'],
  ['link-local', '169.254.0.0', '169.254.255.255', '169.253.255.255', '169.255.0.0'],
  ['private', '172.16.0.0', '172.31.255.255', '172.15.255.255', '172.32.0.0'],
  ['protocol assignments', '192.0.0.0', '192.0.0.255', '191.255.255.255', '192.0.1.0'],
  ['TEST-NET-1', '192.0.2.0', '192.0.2.255', '192.0.1.255', '192.0.3.0'],
  ['AS112-v4', '192.31.196.0', '192.31.196.255', '192.31.195.255', '192.31.197.0'],
  ['AMT', '192.52.193.0', '192.52.193.255', '192.52.192.255', '192.52.194.0'],
  ['6to4 relay anycast', '192.88.99.0', '192.88.99.255', '192.88.98.255', '192.88.100.0'],
  ['private', '192.168.0.0', '192.168.255.255', '192.167.255.255', '192.169.0.0'],
  ['direct delegation AS112', '192.175.48.0', '192.175.48.255', '192.175.47.255', '192.175.49.0'],
  ['benchmarking', '198.18.0.0', '198.19.255.255', '198.17.255.255', '198.20.0.0'],
  ['TEST-NET-2', '198.51.100.0', '198.51.100.255', '198.51.99.255', '198.51.101.0'],
  ['TEST-NET-3', '203.0.113.0', '203.0.113.255', '203.0.112.255', '203.0.114.0'],
  ['multicast', '224.0.0.0', '239.255.255.255', '223.255.255.255', undefined],
  ['reserved', '240.0.0.0', '255.255.255.255', undefined, undefined],
];

const ones = (prefix: string, groups: number) => `${prefix}${':ffff'.repeat(groups)}`;

const IPV6: readonly Row[] = [
  ['below global unicast', '::', ones('1fff', 7), undefined, '2000::'],
  ['unspecified and loopback', '::', '::1', undefined, undefined],
  ['IPv4-compatible', '::8.8.8.8', '::8.8.8.8', undefined, undefined],
  ['IPv4-mapped', '::ffff:0.0.0.0', '::ffff:255.255.255.255', undefined, undefined],
  ['NAT64', '64:ff9b::', '64:ff9b::255.255.255.255', undefined, undefined],
  ['NAT64, local use', '64:ff9b:1::', ones('64:ff9b:1', 5), undefined, undefined],
  ['discard only', '100::', ones('100:0:0:0', 4), undefined, undefined],
  ['dummy prefix', '100:0:0:1::', ones('100:0:0:1', 4), undefined, undefined],
  ['protocol assignments', '2001::', ones('2001:1ff', 6), ones('2000', 7), '2001:200::'],
  ['Teredo', '2001::', ones('2001:0', 6), undefined, undefined],
  ['port control and relay anycast', '2001:1::1', '2001:1::3', undefined, undefined],
  ['benchmarking', '2001:2::', ones('2001:2:0', 5), undefined, undefined],
  ['AMT', '2001:3::', ones('2001:3', 6), undefined, undefined],
  ['AS112-v6', '2001:4:112::', ones('2001:4:112', 5), undefined, undefined],
  ['ORCHID', '2001:10::', ones('2001:1f', 6), undefined, undefined],
  ['ORCHIDv2', '2001:20::', ones('2001:2f', 6), undefined, undefined],
  ['drone identifiers', '2001:30::', ones('2001:3f', 6), undefined, undefined],
  ['documentation', '2001:db8::', ones('2001:db8', 6), ones('2001:db7', 6), '2001:db9::'],
  ['6to4', '2002::', ones('2002', 7), ones('2001', 7), '2003::'],
  ['direct delegation AS112', '2620:4f:8000::', ones('2620:4f:8000', 5), ones('2620:4f:7fff', 5), '2620:4f:8001::'],
  ['documentation', '3fff::', ones('3fff:fff', 6), ones('3ffe', 7), '3fff:1000::'],
  ['above global unicast', '4000::', ones('ffff', 7), ones('3fff', 7), undefined],
  ['segment routing', '5f00::', ones('5f00', 7), undefined, undefined],
  ['unique local', 'fc00::', ones('fdff', 7), undefined, undefined],
  ['link-local', 'fe80::', ones('febf', 7), undefined, undefined],
  ['site-local', 'fec0::', ones('feff', 7), undefined, undefined],
  ['multicast', 'ff00::', ones('ffff', 7), undefined, undefined],
];

const ROWS = [...IPV4, ...IPV6];

it.each(ROWS)('%s: from %s to %s, none is public', (_what, first, last) => {
  expect([first, last].map(isPublicAddress)).toEqual([false, false]);
});

it.each(ROWS.flatMap(([, , , before, after]) => [before, after]).filter((address) => address !== undefined))(
  '%s, next to such a range, is public',
  (address) => expect(isPublicAddress(address)).toBe(true),
);

it.each(['8.8.8.8', '1.1.1.1', '93.184.215.14', '2606:4700:4700::1111', '2a00:1450:4001:81b::200e'])(
  '%s is public',
  (address) => expect(isPublicAddress(address)).toBe(true),
);

it.each([
  '',
  'example.com',
  '::ffff:8.8.8.8',
  '0x7f.1',
  '2130706433',
  '8.8.8',
  '08.8.8.8',
  '[2606:4700::1]',
  'fe80::1%eth0',
])('%j is not the text of a public address', (address) => expect(isPublicAddress(address)).toBe(false));
