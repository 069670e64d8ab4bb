import type { Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { away, distrusted } from '../expect-chain-error.test-fixture.ts';
import { atTip, NOW_MS } from './scripted-node.test-fixture.ts';
import {
  MERCHANT,
  newHash,
  PAYER,
  payCoin,
  payToken,
  transferLog,
  txOf,
  USDC,
} from './scripted-transactions.test-fixture.ts';

describe('a reorganization', () => {
  it('rolls back to the last common block, and reads the other branch', async () => {
    const { node, scan } = await atTip();
    node.mine([payToken(1n)]);
    await scan();
    node.mine();
    const lost = payToken(2n);
    node.mine([lost]);
    await scan();
    node.cutTo(32);
    node.mine();
    node.mine([payToken(3n)]);
    const { rolledBackTo, transfers } = await scan({ pending: [] });
    expect(rolledBackTo).toBe(31);
    expect(transfers).toMatchObject([{ amount: 3n * 10n ** 12n, blockHeight: 34 }]);
  });

  it('does not touch payments in blocks that stay', async () => {
    const { node, scan } = await atTip();
    node.mine();
    node.mine([payToken(1n)]);
    node.mine();
    node.mine();
    await scan();
    node.cutTo(33);
    node.mine();
    expect((await scan()).rolledBackTo).toBe(32);
  });

  it('is distrusted if it is deeper than the trail', async () => {
    const { node, scan } = await atTip({ blocks: 300 });
    node.cutTo(100);
    for (let count = 0; count < 201; count += 1) node.mine();
    await expect(scan()).rejects.toEqual(distrusted(/forks from the chain read before below block 236/));
  });

  it('never credits a log of another branch, and reads the block itself instead', async () => {
    const { node, scan } = await atTip();
    const real = payToken(1n);
    node.mine([real]);
    node.mine();
    const log = { ...transferLog(USDC, PAYER, MERCHANT, 99n), blockHash: newHash(), blockNumber: '0x1f' };
    node.before = (method, [filter]) =>
      method === 'eth_getLogs' && 'fromBlock' in (filter as object)
        ? [{ ...log, transactionHash: newHash(), logIndex: '0x0' }]
        : undefined;
    expect((await scan()).transfers).toMatchObject([{ tx: real.hash, amount: 10n ** 12n }]);
  });

  it('reports a payment that vanished as missing, and as replaced once its nonce is used', async () => {
    const { node, scan } = await atTip();
    const lost = payToken(2n);
    node.mine([lost]);
    const [payment] = (await scan()).transfers;
    node.cutTo(30);
    node.mine();
    const pending = [{ tx: lost.hash, spends: payment?.spends ?? [], blockHeight: 31 as number | undefined }];
    expect(await scan({ pending })).toMatchObject({ rolledBackTo: 30, missing: [lost.hash], replaced: [] });
    const inNoBlock = pending.map(({ tx, spends }) => ({ tx, spends, blockHeight: undefined }));
    node.mempool.add(lost.hash);
    expect(await scan({ pending: inNoBlock })).toMatchObject({ missing: [], replaced: [] });
    node.mempool.clear();
    node.mine([txOf({ from: PAYER, nonce: lost.nonce })]);
    expect(await scan({ pending: inNoBlock })).toMatchObject({ missing: [], replaced: [lost.hash] });
  });
});

const OTHER: Hex = `0x${'d'.repeat(40)}`;
const lostTo = (token: Hex, to: Hex) => transferLog(token, PAYER, to, 2n);

describe('a payment whose block was reorganized away, and that is in another one,', () => {
  it('is read by its name where the coin is not expected anymore', async () => {
    const { node, scan } = await atTip();
    const coin = payCoin(5n);
    node.mine([coin]);
    const [payment] = (await scan({ coinUntilMs: NOW_MS })).transfers;
    node.cutTo(30);
    node.mine([coin]);
    const pending = [{ tx: coin.hash, spends: payment?.spends ?? [], blockHeight: 31 }];
    const { transfers, ...news } = await scan({ pending, coinUntilMs: undefined });
    expect(news).toMatchObject({ rolledBackTo: 30, missing: [], replaced: [] });
    expect(transfers).toMatchObject([{ tx: coin.hash, index: payment?.index, amount: 5n, blockHeight: 31 }]);
  });

  it('is replaced if it moved nothing this time', async () => {
    const { node, scan } = await atTip();
    const lost = payToken(2n);
    node.mine([lost]);
    const [payment] = (await scan()).transfers;
    node.cutTo(30);
    node.mine([{ ...lost, failed: true, logs: [], moves: [] }]);
    const pending = [{ tx: lost.hash, spends: payment?.spends ?? [], blockHeight: 31 }];
    expect(await scan({ pending })).toMatchObject({ transfers: [], missing: [], replaced: [lost.hash] });
  });

  it.each([
    [true, [lostTo(USDC, OTHER)]],
    [true, []],
    [false, []],
  ])('is replaced if it succeeded without paying, as far as the node can trace (%s)', async (canTrace, logs) => {
    const { node, scan } = await atTip();
    node.canTrace = canTrace;
    const lost = payToken(2n);
    node.mine([lost]);
    const [payment] = (await scan()).transfers;
    node.cutTo(30);
    node.mine([{ ...lost, logs, moves: [] }]);
    const pending = [{ tx: lost.hash, spends: payment?.spends ?? [], blockHeight: 31 }];
    const { missing, replaced } = await scan({ pending });
    expect([missing, replaced]).toEqual([[], canTrace ? [lost.hash] : []]);
  });

  it('is looked for even if many others are never settled', async () => {
    const { node, scan } = await atTip();
    const lost = Array.from({ length: 120 }, () => ({ tx: newHash(), spends: [], blockHeight: undefined }));
    for (const { tx } of lost.slice(0, -1)) node.mempool.add(tx);
    const found: string[] = [];
    for (let block = 0; block < 5; block += 1) {
      node.mine();
      found.push(...(await scan({ pending: lost })).missing);
    }
    expect(found).toContain(lost.at(-1)?.tx);
  });
});

const isTip = (method: string, [tag]: readonly unknown[]) => method === 'eth_getBlockByNumber' && tag === 'latest';

/** One server has a newer branch and answers for the newest block, and another one for everything else, until they agree. */
function splitServers(node: Awaited<ReturnType<typeof atTip>>['node']): () => void {
  const stale = [...node.blocks];
  node.cutTo(30);
  node.mineMany(3);
  const right = [...node.blocks];
  node.before = (...call) => {
    node.blocks = isTip(...call) ? right : stale;
  };
  return () => {
    node.before = () => undefined;
    node.blocks = right;
  };
}

describe('servers behind one URL that are on different branches', () => {
  it('credit no payment in a block that is not below the newest one', async () => {
    const { node, scan } = await atTip();
    node.mine([payToken(1n)]);
    node.mine();
    const settle = splitServers(node);
    expect(await scan()).toMatchObject({ transfers: [], tipHeight: 33, behind: false });
    settle();
    const paid = payToken(2n);
    node.mine([paid]);
    expect((await scan()).transfers).toMatchObject([{ tx: paid.hash }]);
  });

  it('do not hide coin below a transfer that is read later', async () => {
    const { node, scan } = await atTip();
    const coinUntilMs = NOW_MS + 1_000_000;
    node.mineMany(2);
    await scan({ coinUntilMs });
    node.mine();
    const [token, coin] = [payToken(1n), payCoin(5n)];
    node.before = (method) => {
      if (method !== 'eth_getLogs') return;
      node.before = () => undefined;
      node.cutTo(30);
      node.mine([token, coin]);
      node.mineMany(3);
    };
    expect((await scan({ coinUntilMs })).transfers).toEqual([]);
    const { rolledBackTo, transfers } = await scan({ coinUntilMs });
    expect(rolledBackTo).toBe(30);
    expect(transfers.map(({ tx }) => tx)).toEqual([token.hash, coin.hash]);
  });

  it('do not hide a payment by balances of the other branch', async () => {
    const { node, scan } = await atTip();
    node.mine();
    const stale = [...node.blocks];
    node.cutTo(30);
    const paid = payToken(7n);
    node.mine([paid]);
    const right = [...node.blocks];
    node.before = (method) => {
      node.blocks = method === 'eth_call' ? stale : right;
    };
    expect((await scan()).transfers).toMatchObject([{ tx: paid.hash, amount: 7n * 10n ** 12n }]);
  });

  it('give no confirmations to a payment whose block is gone', async () => {
    const { node, scan } = await atTip();
    const lost = payToken(1n);
    node.mine([lost]);
    node.mine();
    const [payment] = (await scan()).transfers;
    const pending = [{ tx: lost.hash, spends: payment?.spends ?? [], blockHeight: 31 }];
    const settle = splitServers(node);
    expect(await scan({ pending })).toMatchObject({ rolledBackTo: undefined, transfers: [], tipHeight: 32 });
    const soon = { pending, nowMs: NOW_MS + 60_000 };
    await expect(scan(soon)).rejects.toEqual(away(/newest block does not follow its block 32/));
    settle();
    expect(await scan({ pending })).toMatchObject({ rolledBackTo: 30, missing: [lost.hash] });
  });

  it('may be behind while a payment gets confirmations', async () => {
    const { node, scan } = await atTip();
    const paid = payToken(1n);
    node.mine([paid]);
    const [payment] = (await scan()).transfers;
    const pending = [{ tx: paid.hash, spends: payment?.spends ?? [], blockHeight: 31 }];
    node.mine();
    node.mine();
    node.before = (method, [height]) => (method === 'eth_getBlockByNumber' && height === '0x20' ? null : undefined);
    expect(await scan({ pending })).toMatchObject({ tipHeight: 31, transfers: [], missing: [] });
    node.before = () => undefined;
    expect(await scan({ pending })).toMatchObject({ tipHeight: 33, rolledBackTo: undefined });
  });

  it('find no payment again in a block that is not below the newest one', async () => {
    const { node, scan } = await atTip();
    const lost = payToken(1n);
    node.mine([lost]);
    const [payment] = (await scan()).transfers;
    const stale = [...node.blocks];
    node.cutTo(30);
    node.mineMany(2);
    node.before = (method) => {
      if (method === 'eth_getTransactionByHash') node.blocks = stale;
    };
    const pending = [{ tx: lost.hash, spends: payment?.spends ?? [], blockHeight: 31 }];
    expect(await scan({ pending })).toMatchObject({ rolledBackTo: 30, transfers: [], replaced: [], missing: [] });
  });

  it('read each block only once to find payments that are below the newest one', async () => {
    const { node, scan } = await atTip();
    const payments = [payCoin(5n), payCoin(6n), payCoin(7n)];
    node.mine(payments);
    const found = (await scan({ coinUntilMs: NOW_MS })).transfers;
    node.cutTo(30);
    node.mine(payments);
    node.mineMany(20);
    node.asked = [];
    const pending = found.map(({ tx, spends }) => ({ tx, spends, blockHeight: 31 }));
    const { transfers } = await scan({ pending, coinUntilMs: undefined });
    expect(transfers.map(({ amount }) => amount)).toEqual([5n, 6n, 7n]);
    const headers = node.asked.filter(([method, [, isFull]]) => method === 'eth_getBlockByNumber' && isFull === false);
    expect(headers.length).toBeLessThan(30);
  });
});
