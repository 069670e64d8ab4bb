import { describe, expect, it } from 'vitest';
import { createMemoryPorts } from '../../../test/memory/create-memory-ports.ts';
import type { ChainErrorKind } from '../../domain/networks/chain-error.ts';
import { viewNetworks } from './view-networks.ts';

async function setUp() {
  const ports = createMemoryPorts({ networks: ['solana'] });
  const nowMs = ports.clock.nowMs();
  const report = (kind?: ChainErrorKind) =>
    ports.networks.report({
      network: 'solana',
      tipHeight: 1,
      scannedUntilMs: nowMs,
      fault: kind && { kind, message: 'what went wrong', sinceMs: nowMs },
    });
  const view = async () => (await viewNetworks(ports))[0];
  return { ports, report, view };
}

describe('viewNetworks', () => {
  it('lists the networks that are watched, and no others', async () => {
    const ports = createMemoryPorts({ networks: ['solana', 'bitcoin'] });
    await ports.networks.report({ network: 'gone', tipHeight: 1, scannedUntilMs: 1, fault: undefined });
    expect((await viewNetworks(ports)).map(({ network }) => network)).toEqual(['solana', 'bitcoin']);
  });

  it('is delayed until the network was read', async () => {
    const { view } = await setUp();
    expect(await view()).toMatchObject({ network: 'solana', state: 'delayed', lagSeconds: undefined });
  });

  it('is ok up to a minute after the last reading', async () => {
    const { ports, report, view } = await setUp();
    await report();
    expect(await view()).toMatchObject({ state: 'ok', lagSeconds: 0 });
    ports.clock.advance(60_499);
    expect(await view()).toMatchObject({ state: 'ok', lagSeconds: 60 });
    ports.clock.advance(1);
    expect(await view()).toMatchObject({ state: 'delayed', lagSeconds: 61 });
  });

  it('never shows a negative lag', async () => {
    const { ports, report, view } = await setUp();
    await report();
    ports.clock.advance(-5_000);
    expect(await view()).toMatchObject({ state: 'ok', lagSeconds: 0 });
  });

  it('is delayed while the nodes are away, and distrusted when they contradict themselves', async () => {
    const { report, view } = await setUp();
    await report('away');
    expect(await view()).toMatchObject({ state: 'delayed', detail: 'what went wrong' });
    await report('distrusted');
    expect(await view()).toMatchObject({ state: 'distrusted', detail: 'what went wrong' });
    await report();
    expect(await view()).toMatchObject({ state: 'ok' });
  });
});
