import { describe, expect, it } from 'vitest';
import { createMemoryPorts } from '../../../test/memory/create-memory-ports.ts';
import { NETWORKS } from '../../domain/networks/network.ts';
import { listNetworks } from './list-networks.ts';

const WATCHED = ['simulated', 'solana-devnet', 'bitcoin'] as const;

describe('listNetworks', () => {
  it('lists every network of the mode once, the watched ones first', async () => {
    const ports = createMemoryPorts({ networks: WATCHED });
    for (const livemode of [true, false]) {
      const listed = await listNetworks(ports, livemode);
      const expected = Object.values(NETWORKS).filter((network) => network.livemode === livemode);
      expect(listed.map(({ network }) => network.name).toSorted()).toEqual(expected.map(({ name }) => name).toSorted());
      const isWatched = listed.map(({ view }) => view !== undefined);
      expect(isWatched).toEqual(isWatched.toSorted((a, b) => Number(b) - Number(a)));
      expect(isWatched.filter(Boolean)).toHaveLength(livemode ? 1 : 2);
    }
  });

  it('says what a network that is not watched would bring, and which wallet it would need', async () => {
    const listed = await listNetworks(createMemoryPorts({ networks: WATCHED }), true);
    const find = (name: string) => listed.find(({ network }) => network.name === name);
    expect(find('polygon')).toMatchObject({
      wallets: ['address', 'extended_key'],
      view: undefined,
      readAtMs: undefined,
    });
    expect(find('polygon')?.assets).toEqual(expect.arrayContaining(['POL', 'USDC', 'USDT']));
    expect(find('litecoin')).toMatchObject({ assets: ['LTC'], wallets: ['extended_key'] });
    expect(find('bitcoin')).toMatchObject({ assets: ['BTC'], wallets: ['extended_key'], view: { state: 'delayed' } });
  });

  it('knows up to when a network was read that is not watched anymore', async () => {
    const ports = createMemoryPorts({ networks: WATCHED });
    const report = { tipHeight: 7, scannedUntilMs: 5_000, reportedAtMs: 6_000, fault: undefined };
    await ports.networks.report({ ...report, network: 'solana' });
    const solana = (await listNetworks(ports, true)).find(({ network }) => network.name === 'solana');
    expect(solana).toMatchObject({ view: undefined, readAtMs: 5_000 });
  });
});
