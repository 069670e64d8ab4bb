import { expect, it } from 'vitest';
import { clientNetwork } from './client-network.ts';

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['192.0.2.1:5678', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::ffff:c000:201', '192.0.2.1'],
  ['::1', '0:0:0:0::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:0:0:ffff:ffff:ffff:ffff', '2001:db8:0:0::/64'],
  ['2001:DB8:0:1::1', '2001:db8:0:1::/64'],
  ['[2001:db8:0:1::1]:5678', '2001:db8:0:1::/64'],
  ['[2001:db8:0:1::1]', '2001:db8:0:1::/64'],
  ['2001:db8:1:2:3:4:192.0.2.1', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['unknown', 'unknown'],
  ['', ''],
  [undefined, ''],
])('%s is counted as %s', (address, network) => {
  expect(clientNetwork(address)).toBe(network);
});

it('keeps no long text that a proxy forwards', () => {
  expect(clientNetwork('x'.repeat(10_000))).toHaveLength(64);
});
