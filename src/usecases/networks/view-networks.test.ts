import { describe, expect, it } from 'vitest';
import { createMemoryPorts } from '../../../test/memory/create-memory-ports.ts';
import type { ChainErrorKind } from '../../domain/networks/chain-error.ts';
import type { NetworkName } from '../../domain/networks/network.ts';
import type { NodeState } from '../../domain/networks/node-state.ts';
import { viewNetworks, visibleNetworks } from './view-networks.ts';

async function setUp(network: NetworkName = 'solana') {
  const ports = createMemoryPorts({ networks: [network] });
  const startMs = ports.clock.nowMs();
  /** A report of this moment. */
  const report = (
    kind?: ChainErrorKind,
    scannedUntilMs: number | undefined = ports.clock.nowMs(),
    nodes: readonly NodeState[] = [],
  ) =>
    ports.networks.report({
      network,
      tipHeight: 1,
      tipTimeMs: startMs - 7_000,
      nodes,
      scannedUntilMs,
      reportedAtMs: ports.clock.nowMs(),
      fault: kind && { kind, message: 'what went wrong', sinceMs: ports.clock.nowMs() },
    });
  const view = async () => (await viewNetworks(ports))[0];
  return { ports, startMs, report, view };
}

describe('viewNetworks', () => {
  it('lists the networks that are watched, and no others', async () => {
    const ports = createMemoryPorts({ networks: ['solana', 'bitcoin'] });
    const report = { tipHeight: 1, scannedUntilMs: 1, reportedAtMs: 1, fault: undefined };
    await ports.networks.report({ ...report, network: 'gone' });
    expect((await viewNetworks(ports)).map(({ network }) => network)).toEqual(['solana', 'bitcoin']);
  });

  it('is delayed until the network was read', async () => {
    const { view } = await setUp();
    expect(await view()).toMatchObject({
      network: 'solana',
      state: 'delayed',
      cause: 'never_read',
      lagSeconds: undefined,
      newestBlock: undefined,
      nodes: [],
    });
  });

  it('is ok up to a minute after the last reading, while workers report', async () => {
    const { ports, startMs, report, view } = await setUp();
    await report();
    expect(await view()).toMatchObject({
      state: 'ok',
      cause: undefined,
      lagSeconds: 0,
      sinceMs: undefined,
      newestBlock: { height: 1, timeMs: startMs - 7_000 },
    });
    ports.clock.advance(60_000);
    await report(undefined, startMs);
    expect(await view()).toMatchObject({ state: 'ok', lagSeconds: 60 });
    ports.clock.advance(1);
    expect(await view()).toMatchObject({ state: 'delayed', cause: 'behind', sinceMs: startMs });
  });

  const ok: NodeState = { name: 'node.example', state: 'ok', reason: undefined };
  const slowed: NodeState = { name: 'free.example', state: 'slowed', reason: 'limits calls', callsPerSecond: 5 };

  it('says that the nodes limit calls, whether or not the network can be seen, unless another node works', async () => {
    const { ports, startMs, report, view } = await setUp();
    await report(undefined, startMs, [slowed]);
    const limited = { cause: 'rate_limited', nodes: [slowed], detail: expect.stringContaining('add another node') };
    expect(await view()).toMatchObject({ state: 'ok', ...limited });
    ports.clock.advance(60_001);
    await report(undefined, startMs, [slowed]);
    expect(await view()).toMatchObject({ state: 'delayed', sinceMs: startMs, ...limited });
    await report(undefined, ports.clock.nowMs(), [slowed, ok]);
    expect(await view()).toMatchObject({ state: 'ok', cause: undefined, nodes: [slowed, ok] });
  });

  it.each([
    ['solana', 30_000],
    ['simulated', 15_000],
  ] as const)('is delayed when no worker has reported on %s for thirty polls', async (network, silenceMs) => {
    const { ports, startMs, report, view } = await setUp(network);
    await report();
    ports.clock.advance(silenceMs);
    expect(await view()).toMatchObject({ state: 'ok' });
    ports.clock.advance(1);
    expect(await view()).toMatchObject({
      state: 'delayed',
      cause: 'no_worker',
      sinceMs: startMs,
      detail: expect.stringMatching(/^No worker has reported for \d+ s\. Check that/),
    });
    await report();
    expect(await view()).toMatchObject({ state: 'ok' });
  });

  it('is ok on a chain whose own time stands still, because its blocks are made on demand', async () => {
    const { startMs, ports, report, view } = await setUp('solana-local');
    ports.clock.advance(3_600_000);
    await report(undefined, startMs);
    expect(await view()).toMatchObject({ state: 'ok' });
  });

  it('never shows a negative lag', async () => {
    const { ports, report, view } = await setUp();
    await report();
    ports.clock.advance(-5_000);
    expect(await view()).toMatchObject({ state: 'ok', lagSeconds: 0 });
  });

  it('is delayed while the nodes are away, and distrusted when they contradict themselves', async () => {
    const { ports, startMs, report, view } = await setUp();
    await report('away');
    ports.clock.advance(5_000);
    await report('away');
    const detail = 'what went wrong';
    expect(await view()).toMatchObject({ state: 'delayed', cause: 'nodes_away', sinceMs: startMs, detail });
    await report('distrusted');
    const cause = 'nodes_contradict';
    expect(await view()).toMatchObject({ state: 'distrusted', cause, sinceMs: startMs + 5_000, detail });
    await report();
    expect(await view()).toMatchObject({ state: 'ok', sinceMs: undefined });
  });
});

describe('visibleNetworks', () => {
  it('names the networks that can be seen', async () => {
    const { ports, report } = await setUp();
    expect([...(await visibleNetworks(ports))]).toEqual([]);
    await report();
    expect([...(await visibleNetworks(ports))]).toEqual(['solana']);
    await report('distrusted');
    expect([...(await visibleNetworks(ports))]).toEqual([]);
  });
});
