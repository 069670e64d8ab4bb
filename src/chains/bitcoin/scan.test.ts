import { describe, expect, it } from 'vitest';
import {
  atTip,
  chainOf,
  HOUR_MS,
  heightOf,
  MINUTE_MS,
  NOW_MS,
  pay,
  pendingOf,
  ScriptedNode,
  watchOf,
} from './scripted-node.test-fixture.ts';

describe('the first scan', () => {
  it('starts at the tip if the tip is old', async () => {
    const { node, first, scan } = await atTip();
    expect(heightOf(first.cursor)).toBe(30);
    expect(first).toMatchObject({ transfers: [], behind: false, tipHeight: 30, scannedUntilMs: NOW_MS });
    node.mine([pay('next')]);
    expect((await scan()).transfers).toMatchObject([{ address: 'next', blockHeight: 31 }]);
  });

  it('handles a reorganization that replaces the block it started at', async () => {
    const { node, scan } = await atTip();
    node.cutTo(28);
    for (let count = 0; count < 3; count += 1) node.mine([pay(`again ${count}`)]);
    const { rolledBackTo, transfers } = await scan();
    expect(rolledBackTo).toBe(28);
    expect(transfers.map(({ blockHeight }) => blockHeight)).toEqual([29, 30, 31]);
  });

  it.each([10, 250, 3_000])('finds recent blocks without reading all blocks: %i blocks', async (count) => {
    const node = new ScriptedNode();
    node.mineUntil(NOW_MS, 5_000);
    // Block times may be out of order by up to two hours.
    for (const block of node.blocks) block.time += ((block.height * 7) % 13) * 60 - 400;
    const sinceMs = NOW_MS - count * 10 * MINUTE_MS;
    const { cursor } = await chainOf(node).scan(undefined, watchOf({ sinceMs }));
    const read = node.asks('getblock');
    expect(read).toBe(20);
    const start = heightOf(cursor) - read;
    const from = sinceMs / 1_000 - 2 * 3_600;
    expect(node.blocks[start + 1]?.time).toBeGreaterThanOrEqual(from);
    const needed = node.blocks.findIndex(({ time, height }) => height > 0 && time >= from);
    expect(start).toBeLessThan(needed);
    expect(needed - start).toBeLessThanOrEqual(2);
    expect(node.asked.length).toBeLessThan(350);
  });

  it('reads all blocks after the genesis block if the whole chain is recent', async () => {
    const node = new ScriptedNode();
    node.mineUntil(NOW_MS, 15);
    for (const block of node.blocks.slice(1)) block.tx.push(pay('any'));
    const { transfers } = await chainOf(node).scan(undefined, watchOf({ sinceMs: NOW_MS - 500 * HOUR_MS }));
    expect(transfers.length).toBe(15);
  });
});

describe('an old cursor', () => {
  it('is skipped if no payment was expected since', async () => {
    const { node, scan } = await atTip({ endMs: NOW_MS - 9_000 * MINUTE_MS });
    node.mineUntil(NOW_MS, 900);
    const { cursor } = await scan({ sinceMs: NOW_MS - HOUR_MS });
    expect(heightOf(cursor)).toBe(930);
    expect(node.asks('getblock')).toBeLessThan(21);
  });

  it('is continued if a transfer is pending or the time range is needed', async () => {
    for (const watch of [{ pending: [pendingOf(pay('a'), 29)] }, { sinceMs: NOW_MS - 24 * 365 * HOUR_MS }]) {
      const { node, scan } = await atTip({ endMs: NOW_MS - 9_000 * MINUTE_MS });
      node.mineUntil(NOW_MS, 900);
      const { cursor, behind } = await scan(watch);
      expect([heightOf(cursor), behind]).toEqual([50, true]);
    }
  });
});

describe('a reorganization', () => {
  it('during a scan ends the scan, and the next scan follows it', async () => {
    const { node, scan } = await atTip();
    const payment = pay('shop');
    node.mine([payment]);
    node.mine();
    let done = false;
    node.before = (method, [height]) => {
      if (method === 'getblockhash' && height === 32 && !done) {
        done = true;
        node.cutTo(30);
        for (let count = 0; count < 3; count += 1) node.mine();
      }
      return undefined;
    };
    const first = await scan();
    expect(first).toMatchObject({ behind: true, rolledBackTo: undefined });
    expect(first.transfers).toMatchObject([{ tx: payment.txid, blockHeight: 31 }]);
    const second = await scan({ pending: [pendingOf(payment, 31)] });
    expect(second).toMatchObject({ rolledBackTo: 30, missing: [payment.txid], behind: false, tipHeight: 33 });
  });

  it('to a shorter branch is followed, because it may have more work', async () => {
    const { node, scan } = await atTip();
    node.cutTo(27);
    node.mine([pay('shop')]);
    expect(await scan()).toMatchObject({ rolledBackTo: 27, tipHeight: 28, transfers: [{ blockHeight: 28 }] });
  });

  it('that spends the money of a confirmed payment elsewhere voids the payment', async () => {
    const { node, scan } = await atTip();
    const payment = pay('shop');
    node.mine([payment]);
    await scan();
    node.cutTo(30);
    const [input] = payment.vin;
    const other = pay('thief', `${input?.txid}:${input?.vout}`);
    node.mine([other]);
    node.mine();
    const scanned = await scan({ pending: [pendingOf(payment, 31), pendingOf(other)] });
    expect(scanned).toMatchObject({ rolledBackTo: 30, replaced: [payment.txid], missing: [] });
  });
});

describe('the scanned time', () => {
  it('is not the current time if the node is syncing or has lost its peers', async () => {
    const { node, scan } = await atTip();
    const tipMs = node.tip.time * 1_000;
    node.syncing = true;
    expect(await scan()).toMatchObject({ behind: false, scannedUntilMs: tipMs });
    node.syncing = false;
    expect(await scan()).toMatchObject({ behind: false, scannedUntilMs: NOW_MS });
    const nowMs = tipMs + 2 * HOUR_MS + 1;
    expect(await scan({ nowMs })).toMatchObject({ behind: false, scannedUntilMs: tipMs });
  });

  it('is never in the future, whatever a miner’s clock says', async () => {
    const { node, scan } = await atTip();
    node.mine([pay('shop')], NOW_MS / 1_000 + 3_600);
    for (let count = 0; count < 25; count += 1) node.mine();
    const { scannedUntilMs, transfers, behind } = await scan();
    expect([scannedUntilMs, behind]).toEqual([NOW_MS, true]);
    expect(transfers).toMatchObject([{ firstSeenAtMs: NOW_MS }]);
  });
});

describe('blocks', () => {
  it('are read in smaller batches if they are full', async () => {
    const { node, scan } = await atTip();
    const full = Array.from({ length: 5_000 }, (_, number) => pay(`tb1q${number}`));
    for (let block = 0; block < 5; block += 1) node.mine(full);
    const batches = [await scan(), await scan(), await scan()];
    expect(batches.map(({ transfers }) => transfers.length)).toEqual([10_000, 10_000, 5_000]);
  });

  it('are fetched once for all readers', async () => {
    const { node, chain, cursor } = await atTip();
    for (let count = 0; count < 10; count += 1) node.mine([pay('any')]);
    const scans = await Promise.all([1, 2, 3].map(() => chain.scan(cursor(), watchOf({}))));
    expect(scans.map(({ transfers }) => transfers.length)).toEqual([10, 10, 10]);
    await chain.scan(cursor(), watchOf({}));
    expect(node.asks('getblock')).toBe(10);
  });

  it('are fetched again after a failure', async () => {
    const { node, scan } = await atTip();
    node.mine([pay('shop')]);
    node.before = (method) => (method === 'getblock' ? { nonsense: true } : undefined);
    await expect(scan()).rejects.toThrow();
    node.before = () => undefined;
    expect((await scan()).transfers.length).toBe(1);
  });
});
