import { describe, expect, it } from 'vitest';
import { lagBlocksMax } from './lag-blocks-max.ts';
import { NETWORKS } from './network.ts';

describe('how many blocks a node may lack', () => {
  it('is about a minute of them, and at least two', () => {
    const { bitcoin, ethereum, base, bnb, arbitrum, solana } = NETWORKS;
    expect([bitcoin, ethereum, base, bnb, arbitrum, solana].map(lagBlocksMax)).toEqual([2, 5, 30, 134, 240, 150]);
  });

  it.each(Object.values(NETWORKS))('is the same on the test network of a live one: $name', (network) => {
    const live = Object.values(NETWORKS).find(({ name, livemode }) => livemode && network.name.startsWith(`${name}-`));
    const isLocal = network.tipAgeMsMax === undefined;
    if (live && !isLocal) expect(lagBlocksMax(network)).toBe(lagBlocksMax(live));
    if (isLocal) expect(lagBlocksMax(network)).toBe(2);
  });
});
