import { describe, expect, it } from 'vitest';
import { NETWORKS } from '../../domain/networks/network.ts';
import { BITCOIN_NETWORKS, parametersOf } from './network-parameters.ts';

/** The prefixes of the networks of one mode. */
const versions = (live: boolean) =>
  Object.entries(BITCOIN_NETWORKS)
    .filter(([name]) => NETWORKS[name as keyof typeof BITCOIN_NETWORKS].livemode === live)
    .flatMap(([, { keyPrefixes }]) => keyPrefixes.map(({ version }) => version));

describe('the parameters', () => {
  it('are there for every network of the family, and for no other', () => {
    const family = Object.values(NETWORKS).filter((network) => network.family === 'bitcoin');
    expect(Object.keys(BITCOIN_NETWORKS).sort()).toEqual(family.map(({ name }) => name).sort());
    expect(() => parametersOf('ethereum')).toThrow(RangeError);
  });

  it.each(Object.entries(BITCOIN_NETWORKS))('name the chain that CAIP-2 names: %s', (name, { genesisHash }) => {
    expect(genesisHash).toMatch(/^[0-9a-f]{64}$/);
    expect(NETWORKS[name as keyof typeof BITCOIN_NETWORKS].chainId).toBe(`bip122:${genesisHash.slice(0, 32)}`);
  });

  it('never take a key of live money on a test network, nor the other way round', () => {
    expect(versions(true).filter((version) => versions(false).includes(version))).toEqual([]);
  });
});
