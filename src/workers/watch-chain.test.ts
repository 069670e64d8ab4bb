import { afterEach, describe, expect, it, vi } from 'vitest';
import { createMemoryPorts } from '../../test/memory/create-memory-ports.ts';
import { openShop } from '../../test/memory/open-shop.ts';
import { LIMITS } from '../domain/limits.ts';
import { ChainError } from '../domain/networks/chain-error.ts';
import type { NodeState } from '../domain/networks/node-state.ts';
import { viewNetworks } from '../usecases/networks/view-networks.ts';
import { type Watcher, watchChain } from './watch-chain.ts';

/** A network with a shop whose first intent waits for money on it, or with nobody who waits. */
async function setUp({ waiting = true } = {}) {
  const ports = createMemoryPorts({ networks: ['bitcoin'] });
  const chain = ports.chain('bitcoin');
  const shop = await openShop({ ports, livemode: true });
  if (waiting) {
    await shop.addWallet('bitcoin', 'xpub');
    await shop.targetOf(await shop.openIntent('0.5 BTC'), 'bitcoin');
  }
  const watcher: Watcher = { holder: 'one', roundsUntilProbe: 0 };
  const poll = () => watchChain(ports, chain, watcher);
  const view = async () => (await viewNetworks(ports))[0];
  return { ports, chain, shop, watcher, poll, view };
}

const WRONG_CHAIN = new ChainError('distrusted', 'The node is on another chain.');
const SLOWED: NodeState = { name: 'a.example', state: 'slowed', reason: 'HTTP 429', callsPerSecond: 5 };
const AWAY = new ChainError('away', 'No node responds.');

const stop = () => Promise.reject(new DOMException('stopped', 'AbortError'));

afterEach(() => {
  vi.useRealTimers();
});

describe('watchChain', () => {
  it('reports within one poll that a network cannot be seen, and that it can be seen again', async () => {
    const { ports, chain, poll, view } = await setUp();
    expect(await poll()).toBe(true);
    expect(await view()).toMatchObject({ state: 'ok' });
    ports.clock.advance(1_000);
    const sinceMs = ports.clock.nowMs();
    chain.report(WRONG_CHAIN);
    await expect(poll()).rejects.toBe(WRONG_CHAIN);
    expect(await view()).toMatchObject({ state: 'distrusted', sinceMs, detail: WRONG_CHAIN.message });
    expect(await poll()).toBe(true);
    expect(await view()).toMatchObject({ state: 'ok' });
  });

  it('checks the nodes at the start and every few polls, also if nobody waits for money', async () => {
    const { chain, poll } = await setUp({ waiting: false });
    await poll();
    expect(chain.probes).toBe(1);
    for (let polls = 1; polls < LIMITS.healthCheckPolls; polls += 1) await poll();
    expect(chain.probes).toBe(1);
    await poll();
    expect(chain.probes).toBe(2);
    expect(chain.watches).toEqual([]);
  });

  it.each([
    ['on another chain', WRONG_CHAIN, 'distrusted'],
    ['away', AWAY, 'delayed'],
  ] as const)(
    'reports a node that is %s before anyone waits for money, and checks it with every poll',
    async (...row) => {
      const [, error, state] = row;
      const { chain, poll, view } = await setUp({ waiting: false });
      chain.newest = error;
      for (let polls = 1; polls <= 3; polls += 1) {
        await expect(poll()).rejects.toBe(error);
        expect(chain.probes).toBe(polls);
      }
      expect(await view()).toMatchObject({ state, detail: error.message });
      chain.newest = { height: 7, timeMs: Number.MAX_SAFE_INTEGER };
      await poll();
      expect(await view()).toMatchObject({ state: 'ok' });
    },
  );

  it('tells the operator of wallets that cannot be read, and still sees the network', async () => {
    const { chain, poll, view } = await setUp();
    chain.report({ unreadable: [WRONG_CHAIN] });
    await expect(poll()).rejects.toMatchObject({ message: 'some wallets cannot be read', errors: [WRONG_CHAIN] });
    expect(await view()).toMatchObject({ state: 'ok' });
    expect(await poll()).toBe(true);
  });

  it('reports the nodes and the newest block with its time, also when the network cannot be seen', async () => {
    const { ports, chain, watcher } = await setUp();
    const nodes: NodeState[] = [SLOWED];
    const poll = () => watchChain(ports, { ...chain, nodes: () => nodes }, watcher);
    const reported = async () => (await ports.networks.list())[0];
    chain.report({ tipHeight: 7, tipTimeMs: 5_000 });
    await poll();
    expect(await reported()).toMatchObject({ nodes, tipHeight: 7, tipTimeMs: 5_000 });
    nodes.push({ name: 'b.example', state: 'failing', reason: 'could not be reached' });
    chain.report(AWAY);
    await expect(poll()).rejects.toBe(AWAY);
    expect(await reported()).toMatchObject({ nodes, tipHeight: 7, fault: { kind: 'away' } });
  });

  it('keeps its lease and its report fresh while a scan takes long', async () => {
    const { ports, chain, view } = await setUp();
    const slow = Promise.withResolvers<void>();
    const waiting = {
      ...chain,
      nodes: () => [SLOWED],
      scan: async (...from: Parameters<typeof chain.scan>) => {
        await slow.promise;
        return chain.scan(...from);
      },
    };
    vi.useFakeTimers();
    const round = watchChain(ports, waiting, { holder: 'one', roundsUntilProbe: 1 });
    for (let beats = 0; beats < 20; beats += 1) {
      ports.clock.advance(2_000);
      await vi.advanceTimersByTimeAsync(2_000);
    }
    vi.useRealTimers();
    expect((await ports.networks.list())[0]).toMatchObject({ reportedAtMs: ports.clock.nowMs(), nodes: [SLOWED] });
    expect(await view()).toMatchObject({ detail: 'not read yet' });
    expect(await watchChain(ports, chain, { holder: 'two', roundsUntilProbe: 1 })).toBe(false);
    slow.resolve();
    expect(await round).toBe(true);
    expect(await view()).toMatchObject({ state: 'ok' });
  });

  it('does not take back a fault while the next round takes long', async () => {
    const { ports, chain, watcher, poll, view } = await setUp();
    chain.report(AWAY);
    await expect(poll()).rejects.toBe(AWAY);
    const slow = Promise.withResolvers<void>();
    vi.useFakeTimers();
    const round = watchChain(ports, { ...chain, probe: () => slow.promise.then(() => chain.probe()) }, watcher);
    await vi.advanceTimersByTimeAsync(4_000);
    vi.useRealTimers();
    expect(await view()).toMatchObject({ state: 'delayed', detail: AWAY.message });
    slow.resolve();
    await round;
    expect(await view()).toMatchObject({ state: 'ok' });
  });

  it.each(['scan', 'probe'] as const)(
    'says nothing about a network whose %s ends because the process stops',
    async (what) => {
      const { ports, chain, watcher, poll, view } = await setUp();
      chain.report(AWAY);
      await expect(poll()).rejects.toBe(AWAY);
      expect(await watchChain(ports, { ...chain, [what]: stop }, watcher)).toBe(false);
      expect(await view()).toMatchObject({ state: 'delayed', detail: AWAY.message });
      expect(await poll()).toBe(true);
      expect(await view()).toMatchObject({ state: 'ok' });
    },
  );

  it('checks the nodes again after a scan failed', async () => {
    const { chain, poll } = await setUp();
    await poll();
    chain.report(AWAY);
    await expect(poll()).rejects.toBe(AWAY);
    await poll();
    expect(chain.probes).toBe(2);
  });

  it('reads nothing from a node on another chain', async () => {
    const { chain, poll } = await setUp();
    chain.newest = WRONG_CHAIN;
    await expect(poll()).rejects.toBe(WRONG_CHAIN);
    expect(chain.watches).toEqual([]);
  });

  it('goes on reading from a node whose newest block is too old, and says so', async () => {
    const { ports, chain, poll, view } = await setUp();
    chain.newest = { height: 7, timeMs: ports.clock.nowMs() - 3 * 3_600_000 };
    await expect(poll()).rejects.toThrow('3 h old');
    expect(chain.watches).toHaveLength(1);
    expect(await view()).toMatchObject({
      state: 'delayed',
      detail: expect.stringContaining('block that the node knows, 7'),
    });
  });

  it('does nothing while another process holds the lease', async () => {
    const { ports, chain, poll } = await setUp();
    await poll();
    expect(await watchChain(ports, chain, { holder: 'two', roundsUntilProbe: 0 })).toBe(false);
    expect([chain.probes, chain.watches.length]).toEqual([1, 1]);
  });

  it('reports nothing about the network when a database fails, and throws what failed', async () => {
    const { ports, chain, poll, view } = await setUp();
    await poll();
    const stores = {
      forEachDatabase: async () => {
        throw new AggregateError([new Error('away')], 'the work failed on some databases');
      },
    } as unknown as typeof ports.stores;
    ports.clock.advance(LIMITS.scanLagMsMax + 1);
    const failing = watchChain({ ...ports, stores }, chain, { holder: 'one', roundsUntilProbe: 0 });
    await expect(failing).rejects.toThrow('some databases');
    // It was not read, so it is behind, but the nodes are not to blame.
    expect(await view()).toMatchObject({ state: 'delayed', detail: 'last read 60 s ago' });
  });

  it('is not held up by one database that fails', async () => {
    const { ports, chain, poll, view } = await setUp();
    await poll();
    ports.clock.advance(LIMITS.scanLagMsMax + 1);
    const stores = Object.assign(Object.create(ports.stores) as typeof ports.stores, {
      async forEachDatabase(work: Parameters<typeof ports.stores.forEachDatabase>[0]) {
        await ports.stores.forEachDatabase(work);
        throw new AggregateError([new Error('away')], 'the work failed on some databases');
      },
    });
    const failing = watchChain({ ...ports, stores }, chain, { holder: 'one', roundsUntilProbe: 0 });
    await expect(failing).rejects.toThrow('some databases');
    expect(await view()).toMatchObject({ state: 'ok' });
  });
});
