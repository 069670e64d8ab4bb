import { describe, expect, it } from 'vitest';
import { parseDecimal } from '../../domain/money/decimal.ts';
import { ChainError } from '../../domain/networks/chain-error.ts';
import type { Watch } from '../../ports/chain.ts';
import type { MempoolCursor } from '../bitcoin/cursor.ts';
import type { MempoolRead } from '../bitcoin/mempool-reader.ts';
import type { Transaction } from '../bitcoin/read-transaction.ts';
import { RpcError } from '../rpc/rpc.ts';
import { AWAITED_ADDRESSES_MAX, createAddressPolls } from './create-address-polls.ts';

const START_MS = 1_790_000_000_000;
const POLL_MS = 5_000;
const POLLS_PER_SCAN = 25;
const BLOCK_MS = START_MS - 600_000;

const payTo = (address: string, tx: string): Transaction => ({
  tx,
  spends: [],
  outputs: [{ index: 0, address, amount: parseDecimal('1') }],
});

/** Intents that wait at addresses, and a server that knows what was sent to them. */
class Scene {
  nowMs = START_MS;
  cursor: MempoolCursor | undefined;
  /** The one assigned last first. */
  awaited: string[] = [];
  sent = new Map<string, Transaction[]>();
  known = new Map<string, Transaction>();
  asked: string[] = [];
  askedFor: string[] = [];
  fails: (address: string) => Error | undefined = () => undefined;
  readonly reader = createAddressPolls(
    {
      mempoolOf: async (address) => {
        this.asked.push(address);
        const error = this.fails(address);
        if (error) throw error;
        return this.sent.get(address) ?? [];
      },
      transaction: async (tx) => {
        this.askedFor.push(tx);
        const transaction = this.known.get(tx);
        return transaction && { transaction, block: undefined };
      },
    },
    { coin: 'BTC', clock: { nowMs: () => this.nowMs }, name: 'log' },
  );

  assign(...addresses: string[]): void {
    this.awaited.unshift(...addresses);
  }

  send(address: string, tx = `to ${address}`): void {
    this.sent.set(address, [...(this.sent.get(address) ?? []), payTo(address, tx)]);
  }

  /** A scan whose result nobody recorded. */
  async scanInVain(waiting: string[] = []): Promise<MempoolRead> {
    const watch = { nowMs: this.nowMs, addresses: async () => this.awaited } as unknown as Watch;
    this.asked = [];
    this.askedFor = [];
    return this.reader.read(this.cursor, { watch, inBlock: new Set(), waiting, blocksUntilMs: BLOCK_MS });
  }

  async scan(waiting: string[] = []): Promise<MempoolRead> {
    const read = await this.scanInVain(waiting);
    this.cursor = read.cursor;
    return read;
  }

  async scanLater(waiting: string[] = []): Promise<MempoolRead> {
    this.nowMs += POLL_MS;
    return this.scan(waiting);
  }
}

const numbered = (prefix: string, count: number) => Array.from({ length: count }, (_, number) => `${prefix}${number}`);
/** Up to when an address counts as read. */
function claimsOf({ untilMs = BLOCK_MS, lagging = [] }: MempoolRead): (address: string) => number {
  const lags = new Map(lagging.map(({ address, scannedUntilMs }) => [address, scannedUntilMs]));
  return (address) => lags.get(address) ?? untilMs;
}

describe('with a few addresses', () => {
  it('all are asked for in every scan, and count as read until now', async () => {
    const scene = new Scene();
    scene.assign(...numbered('a', 9));
    scene.send('a3', 't1');
    const read = await scene.scan();
    expect(scene.asked.toSorted()).toEqual(numbered('a', 9));
    expect(read).toMatchObject({ untilMs: START_MS, lagging: [], missing: [], more: false });
    expect(read.transfers).toMatchObject([
      { tx: 't1', address: 'a3', firstSeenAtMs: START_MS, blockHeight: undefined },
    ]);
    expect((await scene.scanLater()).untilMs).toBe(START_MS + POLL_MS);
  });

  it('a transaction is as old as the last answer without it, because nobody knows when it arrived', async () => {
    const scene = new Scene();
    scene.assign('a');
    await scene.scan();
    scene.send('a');
    expect((await scene.scanLater()).transfers).toMatchObject([{ firstSeenAtMs: START_MS }]);
  });

  it('but not older than a long pause', async () => {
    const scene = new Scene();
    scene.assign('a', 'b');
    await scene.scan();
    scene.send('a');
    // Somebody else uses the same reader, so that it remembers.
    for (let minutes = 0; minutes < 21; minutes += 1) {
      scene.fails = (address) => (address === 'a' ? rejected() : undefined);
      scene.nowMs += 60_000;
      await scene.scan();
    }
    scene.fails = () => undefined;
    expect((await scene.scanLater()).transfers).toMatchObject([{ firstSeenAtMs: scene.nowMs }]);
  });

  it('one that the server rejects is reported and lags, and the others do not', async () => {
    const scene = new Scene();
    scene.assign('good', 'bad');
    scene.fails = (address) => (address === 'bad' ? rejected() : undefined);
    const read = await scene.scan();
    expect(read.unreadable).toHaveLength(1);
    expect(read).toMatchObject({ untilMs: START_MS, lagging: [{ address: 'bad', scannedUntilMs: BLOCK_MS }] });
  });
});

const rejected = () => new ChainError('away', 'The node returned an error.', new RpcError(400, 'Invalid address'));
const silent = () => new ChainError('away', 'No node responds.');

const crowd = (addresses: number) => {
  const scene = new Scene();
  scene.assign(...numbered('old', addresses));
  return scene;
};

/** All have been asked for, and none was assigned recently. */
const settle = async (scene: Scene) => {
  for (let polled = 0; polled < scene.awaited.length; polled += POLLS_PER_SCAN) await scene.scanLater();
  for (let scans = 0; scans < 8; scans += 1) {
    scene.nowMs += 300_000;
    await scene.scan();
  }
};

describe('with many addresses', () => {
  it('a scan makes 25 calls, and 5,000 are asked for within 200 scans', async () => {
    const scene = crowd(5_000);
    const seen = new Set<string>();
    for (let scans = 0; scans < 200; scans += 1) {
      await scene.scanLater();
      expect(scene.asked).toHaveLength(POLLS_PER_SCAN);
      for (const address of scene.asked) seen.add(address);
    }
    expect(seen.size).toBe(5_000);
  });

  it('a new one is asked for in the next scan, and often after that', async () => {
    const scene = crowd(1_000);
    await settle(scene);
    scene.assign('new');
    for (let scans = 0; scans < 50; scans += 1) {
      await scene.scanLater();
      expect(scene.asked).toContain('new');
    }
  });

  it('one with money on the way is asked for in every scan', async () => {
    const scene = crowd(1_000);
    await settle(scene);
    scene.send('old800');
    for (let found = 0; !found; ) found = (await scene.scanLater()).transfers.length;
    for (let scans = 0; scans < 50; scans += 1) {
      await scene.scanLater();
      expect(scene.asked).toContain('old800');
    }
  });

  it('a flood of new ones starves nobody: every scan asks for the five that have waited longest', async () => {
    const scene = new Scene();
    const old = numbered('old', 1_000);
    scene.assign(...old);
    await scene.scan();
    const seen = new Set(scene.asked);
    for (let scans = 0; scans < 200; scans += 1) {
      scene.awaited = [...numbered(`flood ${scans} `, 40), ...old];
      await scene.scanLater();
      expect(scene.asked).toHaveLength(POLLS_PER_SCAN);
      for (const address of scene.asked) seen.add(address);
    }
    expect(old.filter((address) => !seen.has(address))).toEqual([]);
  });

  it('never claims to have seen what it has not', async () => {
    const scene = new Scene();
    scene.assign(...numbered('old', 4_900));
    const unseen = new Map<string, { address: string; sentAtMs: number }>();
    let claimed = 0;
    let seed = 7;
    const pick = (max: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % max;
    };
    for (let scans = 0; scans < 400; scans += 1) {
      if (scans % 20 === 0) scene.assign(`new${scans}`);
      for (const address of [scene.awaited[pick(scene.awaited.length)] as string, `new${scans - (scans % 20)}`]) {
        const tx = `${scans} ${address}`;
        unseen.set(tx, { address, sentAtMs: scene.nowMs + 1 + pick(POLL_MS - 1) });
        scene.send(address, tx);
      }
      scene.fails = pick(4) === 0 ? () => (pick(5) === 0 ? silent() : undefined) : () => undefined;
      scene.nowMs += POLL_MS;
      const read = await (pick(5) === 0 ? scene.scanInVain() : scene.scan()).catch(() => undefined);
      // A result that was not recorded claims nothing, and has found nothing.
      if (read === undefined || read.cursor !== scene.cursor) continue;
      for (const { tx } of read.transfers) unseen.delete(tx);
      if (read.untilMs !== undefined) claimed += 1;
      const claimFor = claimsOf(read);
      const lies = [...unseen.values()].filter(({ address, sentAtMs }) => claimFor(address) > sentAtMs);
      expect(lies).toEqual([]);
    }
    expect(unseen.size).toBeGreaterThan(100);
    expect(claimed).toBeGreaterThan(200);
  });
});

describe('what was found and not recorded', () => {
  it('is found again, and its address counts as unread until then', async () => {
    const scene = new Scene();
    scene.assign(...numbered('a', 100));
    for (let scans = 0; scans < 5; scans += 1) await scene.scanLater();
    scene.send('a0');
    scene.nowMs += POLL_MS;
    for (let found = 0; !found; scene.nowMs += POLL_MS) {
      const read = await scene.scanInVain();
      found = read.transfers.length;
      if (!found) scene.cursor = read.cursor;
    }
    expect((await scene.scan()).transfers).toMatchObject([{ address: 'a0' }]);
  });

  it('includes everything that another process has read', async () => {
    const scene = new Scene();
    scene.assign(...numbered('a', 50));
    await scene.scan();
    await scene.scanLater();
    expect((await scene.scanLater()).lagging).toEqual([]);
    scene.cursor = { log: 'another', number: scene.nowMs };
    expect((await scene.scanLater()).lagging).toHaveLength(25);
  });
});

describe('with more addresses than can be followed', () => {
  it('all count as read as far as the blocks', async () => {
    const scene = new Scene();
    scene.assign(...numbered('a', AWAITED_ADDRESSES_MAX + 1));
    const { untilMs, lagging = [] } = await scene.scan();
    expect([untilMs, lagging]).toEqual([undefined, []]);
  });
});

describe('a server that stops responding', () => {
  it('fails the scan if it gave no answer', async () => {
    const scene = new Scene();
    scene.assign('a', 'b');
    scene.fails = silent;
    await expect(scene.scan()).rejects.toThrow('No node responds.');
  });

  it('does not take back what it answered before', async () => {
    const scene = new Scene();
    scene.assign(...numbered('a', 20));
    scene.send('a0');
    scene.fails = () => (scene.asked.length > 8 ? silent() : undefined);
    const { transfers, lagging = [], untilMs } = await scene.scan();
    expect(transfers).toMatchObject([{ address: 'a0' }]);
    expect(untilMs).toBe(START_MS);
    expect(lagging.length).toBeGreaterThanOrEqual(11);
    scene.fails = () => undefined;
    expect(await scene.scanLater()).toMatchObject({ lagging: [], untilMs: START_MS + POLL_MS });
  });
});

describe('pending transactions', () => {
  it('are asked for unless an address lists them, and reported if they are in no block', async () => {
    const scene = new Scene();
    scene.assign('a');
    scene.known.set('t2', payTo('elsewhere', 't2'));
    expect(await scene.scan(['t1', 't2'])).toMatchObject({ missing: ['t1'], transfers: [{ tx: 't2' }] });
    scene.send('a', 't1');
    expect((await scene.scanLater(['t1'])).missing).toEqual([]);
    expect(scene.askedFor).toEqual([]);
  });
});
