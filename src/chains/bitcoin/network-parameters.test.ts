import { describe, expect, it } from 'vitest';
import { NETWORKS } from '../../domain/networks/network.ts';
import { BITCOIN_NETWORKS, parametersOf } from './network-parameters.ts';

/** The key prefixes of all networks in one mode. */
const versions = (live: boolean) =>
  Object.entries(BITCOIN_NETWORKS)
    .filter(([name]) => NETWORKS[name as keyof typeof BITCOIN_NETWORKS].livemode === live)
    .flatMap(([, { keyPrefixes }]) => keyPrefixes.map(({ version }) => version));

describe('network parameters', () => {
  it('exist for exactly the networks of the Bitcoin family', () => {
    const family = Object.values(NETWORKS).filter((network) => network.family === 'bitcoin');
    expect(Object.keys(BITCOIN_NETWORKS).sort()).toEqual(family.map(({ name }) => name).sort());
    expect(() => parametersOf('ethereum')).toThrow(RangeError);
  });

  it.each(Object.entries(BITCOIN_NETWORKS))('match the CAIP-2 chain ID: %s', (name, { genesisHash }) => {
    expect(genesisHash).toMatch(/^[0-9a-f]{64}$/);
    expect(NETWORKS[name as keyof typeof BITCOIN_NETWORKS].chainId).toBe(`bip122:${genesisHash.slice(0, 32)}`);
  });

  it('do not share key prefixes between live and test networks', () => {
    expect(versions(true).filter((version) => versions(false).includes(version))).toEqual([]);
  });
});
