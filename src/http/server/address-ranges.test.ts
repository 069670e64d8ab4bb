import { expect, it } from 'vitest';
import { inRanges } from './address-ranges.ts';

const isListed = inRanges(['loopback', '10.1.0.0/16', '192.0.2.7', '2001:db8::/32']);

it.each(['127.0.0.2', '::1', '::ffff:127.0.0.1', '10.1.255.255', '192.0.2.7', '2001:db8:1::1'])(
  '%s is listed',
  (address) => {
    expect(isListed(address)).toBe(true);
  },
);

it.each(['10.2.0.0', '192.0.2.8', '2001:db9::1', 'unknown', '', undefined])('%s is not', (address) => {
  expect(isListed(address)).toBe(false);
});

it('nothing is in no ranges', () => {
  expect(inRanges([])('127.0.0.1')).toBe(false);
});
