import { expect, it } from 'vitest';
import { sampleEvmNetworks, sampleNetworks } from '../../../test/sample-networks.ts';
import { groupNetworks } from './group-networks.ts';

const summary = (...args: Parameters<typeof groupNetworks>) =>
  groupNetworks(...args).map(({ title, networks }) => `${title}: ${networks.map(({ name }) => name).join(', ')}`);

const unwatched = sampleEvmNetworks().map((network) => Object.assign(network, { state: 'unwatched' as const }));

it('has one entry for all EVM networks, and one for each other network', () => {
  expect(summary([...sampleNetworks(), ...sampleEvmNetworks()], [])).toEqual([
    'Simulated network: simulated',
    'Litecoin regtest: litecoin-regtest',
    'Solana devnet: solana-devnet',
    'Ethereum and compatible networks: ethereum-sepolia, base-sepolia',
  ]);
});

it('names only the networks that are watched', () => {
  const [sepolia] = sampleEvmNetworks();
  const networks = [...(sepolia ? [sepolia] : []), ...unwatched.slice(1)];
  expect(summary(networks, [])).toEqual(['Ethereum and compatible networks: ethereum-sepolia']);
});

it('keeps a wallet whose networks are no longer watched', () => {
  expect(summary(unwatched, [])).toEqual([]);
  expect(summary(unwatched, [{ network: 'evm' }])).toEqual([
    'Ethereum and compatible networks: ethereum-sepolia, base-sepolia',
  ]);
});
