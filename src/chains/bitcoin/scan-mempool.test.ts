import { describe, expect, it } from 'vitest';
import { atTip, chainOf, fail, HOUR_MS, NOW_MS, pay, pendingOf, watchOf } from './scripted-node.test-fixture.ts';

describe('the mempool', () => {
  it('is read in bounded pages, and the scan is complete only after the last one', async () => {
    const { node, scan } = await atTip();
    node.add(...Array.from({ length: 4_500 }, (_, number) => pay(`address ${number}`)));
    const scans = [await scan(), await scan(), await scan()];
    expect(scans.map(({ transfers }) => transfers.length)).toEqual([2_000, 2_000, 500]);
    expect(scans.map(({ behind }) => behind)).toEqual([true, true, false]);
    expect(scans.map(({ scannedUntilMs }) => scannedUntilMs)).toEqual([
      node.tip.time * 1_000,
      node.tip.time * 1_000,
      NOW_MS,
    ]);
    expect(new Set(scans.flatMap(({ transfers }) => transfers.map(({ tx }) => tx))).size).toBe(4_500);
    expect((await scan()).transfers).toEqual([]);
    expect(node.asks('getrawtransaction')).toBe(4_500);
  });

  it('is returned to a second reader in bounded pages, without calling the node again', async () => {
    const { node, chain, cursor, scan } = await atTip();
    const beginning = cursor();
    node.add(...Array.from({ length: 5_500 }, (_, number) => pay(`address ${number}`)));
    for (let count = 0; count < 3; count += 1) await scan();
    const first = await chain.scan(beginning, watchOf({}));
    const second = await chain.scan(first.cursor, watchOf({}));
    expect([first.transfers.length, first.behind]).toEqual([5_000, true]);
    expect([second.transfers.length, second.behind]).toEqual([500, false]);
    expect(node.asks('getrawtransaction')).toBe(5_500);
  });

  it('is returned from the start to a reader from another process', async () => {
    const { node, cursor, scan } = await atTip();
    node.add(pay('one'), pay('two'));
    await scan();
    const other = await chainOf(node).scan(cursor(), watchOf({}));
    expect(other.transfers.map(({ address }) => address).sort()).toEqual(['one', 'two']);
    expect((await chainOf(node).scan(other.cursor, watchOf({}))).transfers.length).toBe(2);
  });

  it('is incomplete if a block was mined during the scan', async () => {
    const { node, scan } = await atTip();
    const payment = pay('shop');
    node.add(payment);
    node.before = (method) => {
      if (method === 'getrawmempool') node.mine([payment]);
      return undefined;
    };
    const blockTimeMs = node.tip.time * 1_000;
    const first = await scan({ pending: [pendingOf(payment)] });
    expect(first).toMatchObject({ transfers: [], missing: [], behind: true, scannedUntilMs: blockTimeMs });
    node.before = () => undefined;
    const second = await scan({ pending: [pendingOf(payment)] });
    expect(second).toMatchObject({ transfers: [{ tx: payment.txid, blockHeight: 31 }], missing: [], behind: false });
  });

  it('may lose a transaction between listing and fetching', async () => {
    const { node, scan } = await atTip();
    node.add(pay('gone'), pay('stays'));
    node.before = (method, [txid]) =>
      method === 'getrawtransaction' && node.mempool.get(txid as string)?.vout[0]?.scriptPubKey.address === 'gone'
        ? fail(-5, 'No such mempool transaction')
        : undefined;
    expect(await scan()).toMatchObject({ transfers: [{ address: 'stays' }], behind: false });
  });

  it('takes the first-seen time from the node after a pause, and from the clock otherwise', async () => {
    const { node, scan } = await atTip();
    const [early, late] = [pay('early'), pay('late')];
    for (const { txid } of [early, late]) node.mempoolTime.set(txid, NOW_MS / 1_000 - 900);
    node.add(early);
    const nowMs = NOW_MS + HOUR_MS;
    expect((await scan({ nowMs })).transfers).toMatchObject([{ firstSeenAtMs: NOW_MS - 900_000 }]);
    node.add(late);
    expect((await scan({ nowMs: nowMs + 5_000 })).transfers).toMatchObject([{ firstSeenAtMs: nowMs + 5_000 }]);
  });

  it('omits a transaction that is in a block of the same scan', async () => {
    const { node, scan } = await atTip();
    const payment = pay('shop');
    node.mine([payment]);
    // Another node behind the same URL may still list it.
    node.add(payment);
    expect((await scan()).transfers).toMatchObject([{ tx: payment.txid, blockHeight: 31 }]);
  });
});
