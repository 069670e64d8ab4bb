import { describe, expect, it } from 'vitest';
import { createMemoryPorts } from '../../../test/memory/create-memory-ports.ts';
import type { NetworkReport } from '../../ports/networks.ts';
import { VisibilityWatch } from './visibility-watch.ts';

function setUp() {
  const ports = createMemoryPorts({ networks: ['solana', 'bitcoin'] });
  let queries = 0;
  let isAway = false;
  const watch = new VisibilityWatch({
    ...ports,
    networks: {
      async list() {
        queries += 1;
        if (isAway) throw new Error('the database is away');
        return ports.networks.list();
      },
    },
  });
  const heard: [string, string][][] = [];
  const report = (network: string, fault?: NetworkReport['fault']) => {
    const nowMs = ports.clock.nowMs();
    return ports.networks.report({ network, tipHeight: 1, scannedUntilMs: nowMs, reportedAtMs: nowMs, fault });
  };
  return {
    ports,
    watch,
    heard,
    report,
    listen: () => watch.watch((changed) => heard.push([...changed])),
    queries: () => queries,
    setAway: (away: boolean) => {
      isAway = away;
    },
  };
}

const FAULT = { kind: 'away', message: 'no answer', sinceMs: 0 } as const;

describe('VisibilityWatch', () => {
  it('answers from memory between two looks', async () => {
    const { watch, report, queries } = setUp();
    await report('solana');
    for (let reads = 0; reads < 100; reads += 1) expect(await watch.list()).toMatchObject([{ network: 'solana' }]);
    expect(queries()).toBe(1);
    await report('bitcoin');
    expect(await watch.list()).toHaveLength(1);
    await watch.look();
    expect(await watch.list()).toHaveLength(2);
    expect(queries()).toBe(2);
  });

  it('reports every network that changed, and nothing else', async () => {
    const { watch, heard, report, listen } = setUp();
    await report('solana');
    await report('bitcoin');
    await watch.list();
    const unlisten = listen();
    await watch.look();
    expect(heard).toEqual([]);
    await report('bitcoin', FAULT);
    await watch.look();
    await watch.look();
    expect(heard).toEqual([[['bitcoin', 'delayed']]]);
    await report('bitcoin');
    await watch.look();
    expect(heard.at(-1)).toEqual([['bitcoin', 'ok']]);
    unlisten();
    await report('solana', FAULT);
    await watch.look();
    expect(heard).toHaveLength(2);
  });

  it('notices silence, also while the reports cannot be read', async () => {
    const { ports, watch, heard, report, listen, setAway } = setUp();
    await report('solana');
    await report('bitcoin');
    await watch.look();
    listen();
    setAway(true);
    ports.clock.advance(30_001);
    await expect(watch.look()).rejects.toThrow('away');
    expect(heard).toEqual([
      [
        ['solana', 'delayed'],
        ['bitcoin', 'delayed'],
      ],
    ]);
  });

  it('fails a read only if it has never read anything', async () => {
    const { watch, setAway } = setUp();
    setAway(true);
    await expect(watch.list()).rejects.toThrow('away');
    setAway(false);
    expect(await watch.list()).toEqual([]);
    setAway(true);
    expect(await watch.list()).toEqual([]);
  });
});
