import { describe, expect, it } from 'vitest';
import { createMemoryPorts } from '../../../test/memory/create-memory-ports.ts';
import { ChainError } from '../../domain/networks/chain-error.ts';
import type { NetworkName } from '../../domain/networks/network.ts';
import { probeNetwork } from './probe-network.ts';

function setUp(network: NetworkName) {
  const ports = createMemoryPorts({ networks: [network] });
  const chain = ports.chain(network);
  const probe = (ageMs: number) => {
    chain.newest = { height: 7, timeMs: ports.clock.nowMs() - ageMs };
    return probeNetwork(chain, ports.clock);
  };
  return { ports, chain, probe };
}

describe('probeNetwork', () => {
  it.each([
    ['bitcoin', 2 * 3_600_000],
    ['litecoin', 30 * 60_000],
    ['solana', 60_000],
  ] as const)('accepts a newest block of %s up to %d ms old', async (network, ageMs) => {
    const { probe } = setUp(network);
    expect(await probe(ageMs)).toMatchObject({ height: 7 });
    await expect(probe(ageMs + 1)).rejects.toMatchObject({
      name: 'ChainError',
      kind: 'away',
      message: expect.stringMatching(/newest block that the node knows, 7, is \d+ (s|min|h) old/),
    });
  });

  it.each(['bitcoin-regtest', 'solana-local', 'simulated'] as const)(
    'accepts a block of any age on %s, where blocks are made on demand',
    async (network) => {
      const { probe } = setUp(network);
      expect(await probe(365 * 86_400_000)).toMatchObject({ height: 7 });
    },
  );

  it('accepts a block from the future, because clocks differ', async () => {
    expect(await setUp('bitcoin').probe(-3_600_000)).toMatchObject({ height: 7 });
  });

  it('passes on what the adapter found', async () => {
    const { ports, chain } = setUp('bitcoin');
    chain.newest = new ChainError('distrusted', 'another chain');
    await expect(probeNetwork(chain, ports.clock)).rejects.toBe(chain.newest);
  });
});
