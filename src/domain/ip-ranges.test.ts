import { BlockList, isIP } from 'node:net';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inIpRanges, isIpRange, isIpRangeName } from './ip-ranges.ts';

const family = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** An IPv4 address with this number of bits of a network at its beginning. */
function shareBits(network: string, address: string, bits: number): string {
  const [own, other] = [network, address].map((text) =>
    text.split('.').reduce((value, byte) => value * 256 + Number(byte), 0),
  ) as [number, number];
  const rest = 2 ** (32 - Math.min(bits, 32));
  const value = Math.floor(own / rest) * rest + (other % rest);
  return [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join('.');
}

describe('inIpRanges', () => {
  const isListed = inIpRanges(['loopback', '10.1.0.0/16', '192.0.2.7', '2001:db8::/32']);

  it.each([
    '127.0.0.2',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '10.1.255.255',
    '192.0.2.7',
    '2001:db8:1::1',
    '2001:DB8::192.0.2.1',
  ])('%s is listed', (address) => {
    expect(isListed(address)).toBe(true);
  });

  it.each(['10.2.0.0', '192.0.2.8', '2001:db9::1', '::127.0.0.1', 'unknown', '', undefined])('%s is not', (address) => {
    expect(isListed(address)).toBe(false);
  });

  it('ignores the interface of a link-local address', () => {
    expect(inIpRanges(['linklocal'])('fe80::1%eth0')).toBe(true);
  });

  it('has nothing in no ranges', () => {
    expect(inIpRanges([])('127.0.0.1')).toBe(false);
  });

  const anyAddress = fc.oneof(fc.ipV4(), fc.ipV6());

  it('decides like Node', () => {
    fc.assert(
      fc.property(anyAddress, fc.nat(128), anyAddress, fc.nat(128), (network, bits, address, shared) => {
        const prefix = Math.min(bits, isIP(network) === 6 ? 128 : 32);
        const list = new BlockList();
        list.addSubnet(network, prefix, family(network));
        // Two random addresses hardly ever share a range, so some get the beginning of the network.
        const near = isIP(network) === 4 && isIP(address) === 4 ? shareBits(network, address, shared) : address;
        const isIn = inIpRanges([`${network}/${prefix}`]);
        expect(isIn(network)).toBe(true);
        expect(isIn(near)).toBe(list.check(near, family(near)));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('isIpRange', () => {
  it.each(['10.0.0.0/8', '10.1.2.3', '0.0.0.0/0', '::/0', '2001:db8::/32', '::ffff:10.0.0.0/104', '10.1.2.3/32'])(
    'accepts %s',
    (text) => expect(isIpRange(text)).toBe(true),
  );

  it.each([
    '',
    'loopback',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/0008',
    '10.0.0.0/8/8',
    '10.0.0/8',
    '10.0.0.256',
    '010.0.0.1',
    '2001:db8::/129',
    '2001:db8::/-1',
    'example.com',
  ])('rejects %j', (text) => expect(isIpRange(text)).toBe(false));

  it('reads addresses like Node', () => {
    const shapes = fc.oneof(
      fc.ipV4Extended(),
      fc.ipV6(),
      fc.string({ unit: fc.constantFrom(...'0123456789afg.:'.split('')), maxLength: 24 }),
      fc
        .array(fc.constantFrom('0', '1', 'ffff', '10000', '', '1.2.3.4', '01.2.3.4'), { maxLength: 9 })
        .map((parts) => parts.join(':')),
    );
    fc.assert(
      fc.property(shapes, (text) => {
        expect(isIpRange(text)).toBe(isIP(text) > 0);
      }),
      { numRuns: 5_000 },
    );
  });
});

it('isIpRangeName knows the names', () => {
  expect(['loopback', 'linklocal', 'uniquelocal', 'private', 'toString'].map(isIpRangeName)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});
