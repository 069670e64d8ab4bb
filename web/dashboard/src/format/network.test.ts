import { describe, expect, it } from 'vitest';
import { describeNetwork, hasWallet } from './network.ts';

it.each([
  ['ok', null, 'Up to date', 'good'],
  ['ok', 'rate_limited', 'Slowed', 'warning'],
  ['delayed', 'behind', 'Delayed', 'warning'],
  ['delayed', 'rate_limited', 'Delayed', 'warning'],
  ['delayed', 'nodes_away', 'Unreachable', 'bad'],
  ['distrusted', 'nodes_contradict', 'Distrusted', 'bad'],
  ['unwatched', null, 'Not turned on', 'neutral'],
] as const)('%s because of %s: %s', (state, cause, label, tone) => {
  expect(describeNetwork({ state, cause })).toEqual({ label, tone });
});

describe('hasWallet', () => {
  const base = { name: 'base', wallet: 'address', wallet_network: 'evm' } as const;

  it('finds a wallet of the network, and one that serves its family', () => {
    expect(hasWallet(base, [{ network: 'evm' }])).toBe(true);
    expect(hasWallet(base, [{ network: 'base' }])).toBe(true);
    expect(hasWallet(base, [{ network: 'solana' }])).toBe(false);
    expect(hasWallet(base, [])).toBe(false);
  });

  it('needs none where intents get their targets without a wallet', () => {
    expect(hasWallet({ name: 'simulated', wallet: 'none', wallet_network: 'simulated' }, [])).toBe(true);
  });
});
