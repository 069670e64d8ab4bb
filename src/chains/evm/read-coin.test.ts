import type { Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { parseDecimal } from '../../domain/money/decimal.ts';
import { NETWORKS } from '../../domain/networks/network.ts';
import type { Watch } from '../../ports/chain.ts';
import { TestTime } from '../test-time.test-fixture.ts';
import { atTip, fail, NOW_MS } from './scripted-node.test-fixture.ts';
import { MERCHANT, PAYER, payCoin, payToken, txOf } from './scripted-transactions.test-fixture.ts';

const ETHER = 10n ** 18n;
const FORWARDER: Hex = '0x00000000000000000000000000000000f0f0f0f0';
const watch = { coinUntilMs: NOW_MS + 3_600_000 };
const merchant = MERCHANT.toLowerCase() as Hex;

/** A contract that passes on what it gets; only a trace and the balance show it. */
const forward = (units: bigint) =>
  txOf({
    to: FORWARDER,
    value: units,
    moves: [{ from: PAYER, to: MERCHANT, units }],
    calls: [
      { type: 'STATICCALL', from: FORWARDER, to: '0x0000000000000000000000000000000000000001' },
      { type: 'DELEGATECALL', from: FORWARDER, to: merchant, value: `0x${units.toString(16)}` },
      { type: 'CALL', from: FORWARDER, to: merchant, value: `0x${units.toString(16)}` },
    ],
  });

describe('a payment in the coin', () => {
  it('is read from whole blocks, only while one is expected', async () => {
    const { node, scan } = await atTip();
    node.mine([payCoin(ETHER)]);
    expect(await scan({ coinUntilMs: NOW_MS - 60_000 })).toMatchObject({ transfers: [], skippedCoin: true });
    const tx = payCoin(ETHER);
    node.mine([tx]);
    const { transfers, skippedCoin } = await scan(watch);
    expect(transfers).toMatchObject([
      { tx: tx.hash, index: 1_000_000, asset: 'ETH', token: undefined, amount: parseDecimal('1'), failed: false },
    ]);
    expect(skippedCoin).toBe(false);
  });

  it('is reported as failed if the transaction failed', async () => {
    const { node, scan } = await atTip();
    node.mine([{ ...payCoin(ETHER), failed: true }]);
    expect((await scan(watch)).transfers).toMatchObject([{ failed: true, asset: 'ETH' }]);
  });

  it('is nothing if it goes back to its sender, or has no value', async () => {
    const { node, scan } = await atTip();
    node.mine([txOf({ from: merchant, to: merchant, value: ETHER }), payCoin(0n)]);
    expect((await scan(watch)).transfers).toEqual([]);
  });

  it('is found beside a payment in a token', async () => {
    const { node, scan } = await atTip();
    node.mine([payToken(5n), payCoin(ETHER)]);
    expect((await scan(watch)).transfers).toMatchObject([{ asset: 'USDC' }, { asset: 'ETH' }]);
  });

  it.each([
    ['one call', true, { eth_getBlockReceipts: 2, eth_getTransactionReceipt: 0 }],
    [
      'one call for each, if the node does not return all receipts of a block',
      false,
      { eth_getTransactionReceipt: 60 },
    ],
  ])('costs, with many others in the block, %s', async (_, canListReceipts, costs) => {
    const { node, scan } = await atTip();
    node.canListReceipts = canListReceipts;
    const failed = { ...payCoin(3n), failed: true };
    const paid = Array.from({ length: 29 }, () => payCoin(2n));
    node.mine([...Array.from({ length: 30 }, () => payToken(1n)), failed, ...paid]);
    const { transfers } = await scan(watch);
    expect(transfers).toHaveLength(60);
    expect(transfers.filter((transfer) => transfer.failed).map(({ tx }) => tx)).toEqual([failed.hash]);
    expect(Object.fromEntries(Object.keys(costs).map((method) => [method, node.asks(method)]))).toEqual(costs);
  });

  it('has each block checked against the one before', async () => {
    const { node, scan } = await atTip();
    node.mine();
    node.mine([payCoin(ETHER)]).parentHash = `0x${'ab'.repeat(32)}`;
    await expect(scan(watch)).rejects.toMatchObject({
      kind: 'distrusted',
      message: expect.stringMatching(/does not follow/),
    });
  });
});

describe('forwarded coin', () => {
  it('is found by tracing, at the position of the call', async () => {
    const { node, scan } = await atTip();
    node.canTrace = true;
    const tx = forward(ETHER);
    node.mine([tx]);
    expect((await scan(watch)).transfers).toMatchObject([{ tx: tx.hash, index: 1_000_002, amount: parseDecimal('1') }]);
    expect(node.asks('eth_getBalance')).toBe(0);
  });

  it('is nothing if the call or one around it failed', async () => {
    const { node, scan } = await atTip();
    node.canTrace = true;
    const call = { type: 'CALL', from: FORWARDER, to: merchant, value: '0x1' };
    node.mine([
      txOf({ to: FORWARDER, calls: [{ ...call, error: 'out of gas' }] }),
      txOf({ to: FORWARDER, calls: [{ type: 'CALL', from: FORWARDER, to: PAYER, error: 'reverted', calls: [call] }] }),
      { ...txOf({ to: FORWARDER, calls: [call] }), failed: true },
    ]);
    expect((await scan(watch)).transfers).toEqual([]);
  });

  it('asks the merchant to look if the node cannot trace', async () => {
    const { node, scan } = await atTip({ network: { ...NETWORKS['evm-local'], tipAgeMsMax: 60_000 } });
    node.mine([forward(ETHER), payCoin(2n * ETHER)]);
    const [paid, ...others] = (await scan(watch)).transfers;
    expect(paid).toMatchObject({ amount: parseDecimal('2') });
    expect(others).toEqual([]);
    const block = node.mine([], NOW_MS / 1_000 + 60);
    expect((await scan(watch)).transfers).toMatchObject([
      {
        tx: block.hash,
        index: 0,
        keys: [],
        address: MERCHANT,
        asset: 'ETH',
        amount: parseDecimal('1'),
        isUnexplained: true,
      },
    ]);
    node.mine([], NOW_MS / 1_000 + 120);
    expect((await scan(watch)).transfers).toEqual([]);
  });

  it('is looked for less often at many addresses, and at a limited number of them', async () => {
    const { node, scan } = await atTip({ network: { ...NETWORKS['evm-local'], tipAgeMsMax: 60_000 } });
    const many = Array.from({ length: 500 }, (_, number) => `0x${(number + 2 ** 40).toString(16).padStart(40, '0')}`);
    const addresses = async () => [MERCHANT, ...many];
    const compared = async (second: number) => {
      const before = node.asks('eth_getBalance');
      node.mine([], NOW_MS / 1_000 + second);
      await scan({ ...watch, addresses });
      return node.asks('eth_getBalance') - before;
    };
    expect([await compared(0), await compared(118), await compared(119)]).toEqual([100, 0, 100]);
  });

  it('is looked for at once where blocks are made on demand', async () => {
    const { node, scan } = await atTip();
    node.mine([forward(ETHER)]);
    expect((await scan(watch)).transfers).toMatchObject([{ isUnexplained: true, amount: parseDecimal('1') }]);
  });

  it('is not looked for at an address that sent something itself', async () => {
    const { node, scan } = await atTip();
    node.mine([forward(ETHER), txOf({ from: merchant, to: PAYER, value: 1n })]);
    await scan(watch);
    node.mine([], NOW_MS / 1_000 + 60);
    expect((await scan(watch)).transfers).toEqual([]);
  });

  it('is forgotten when the blocks are reorganized away', async () => {
    const { node, scan } = await atTip({ network: { ...NETWORKS['evm-local'], tipAgeMsMax: 60_000 } });
    node.mine();
    node.mine([forward(ETHER)]);
    await scan(watch);
    node.cutTo(31);
    node.mine();
    await scan(watch);
    node.mine([], NOW_MS / 1_000 + 60);
    expect((await scan(watch)).transfers).toEqual([]);
  });
});

describe('forwarded coin that was not compared yet', () => {
  const network = { ...NETWORKS['evm-local'], tipAgeMsMax: 60_000 };
  const oneEther = [{ isUnexplained: true, amount: parseDecimal('1') }];

  it('is found after a reorganization of later blocks', async () => {
    const { node, scan } = await atTip({ network });
    node.mine([forward(ETHER)]);
    await scan(watch);
    node.mine();
    await scan(watch);
    node.cutTo(31);
    node.mine([payCoin(3n)]);
    expect((await scan(watch)).rolledBackTo).toBe(31);
    node.mine([], NOW_MS / 1_000 + 60);
    expect((await scan(watch)).transfers).toMatchObject(oneEther);
  });

  it('is found again if the block is reorganized away up to which it was compared', async () => {
    const { node, scan } = await atTip({ network });
    node.mine([forward(ETHER)]);
    await scan(watch);
    node.mine([], NOW_MS / 1_000 + 60);
    expect((await scan(watch)).transfers).toMatchObject(oneEther);
    node.cutTo(31);
    const block = node.mine([], NOW_MS / 1_000 + 61);
    expect(await scan(watch)).toMatchObject({ rolledBackTo: 31, transfers: [{ ...oneEther[0], tx: block.hash }] });
    node.mine([], NOW_MS / 1_000 + 122);
    expect((await scan(watch)).transfers).toEqual([]);
  });

  it('is found in a block that the node cannot trace, between others that it can', async () => {
    const { node, scan } = await atTip({ network });
    node.canTrace = true;
    node.mine([txOf()]);
    await scan(watch);
    const block = node.mine([forward(ETHER)]);
    node.before = (_, [hash]) => (hash === block.hash ? fail(-32_000, 'execution timeout') : undefined);
    expect((await scan(watch)).transfers).toEqual([]);
    node.mine([forward(2n * ETHER)]);
    expect((await scan(watch)).transfers).toMatchObject([
      { amount: parseDecimal('2') },
      { ...oneEther[0], tx: block.hash, blockHeight: block.height },
    ]);
  });

  it('is found when the coin is not expected anymore', async () => {
    const { node, scan } = await atTip({ network });
    const block = node.mine([forward(ETHER), payCoin(5n * ETHER)]);
    await scan(watch);
    node.mine();
    expect((await scan()).transfers).toMatchObject([{ ...oneEther[0], tx: block.hash }]);
    node.mine();
    expect((await scan()).transfers).toEqual([]);
  });

  it('is found at every address in turn if there are too many', async () => {
    const { node, scan } = await atTip({ network });
    const many = Array.from(
      { length: 250 },
      (_, number): Hex => `0x${(number + 2 ** 40).toString(16).padStart(40, '0')}`,
    );
    const found = new Set<string>();
    for (let step = 0; step < 8; step += 1) {
      const moves = many.map((to) => ({ from: PAYER, to, units: ETHER }));
      node.mine([txOf({ to: FORWARDER, moves })], NOW_MS / 1_000 + step * 61);
      const { transfers } = await scan({ ...watch, addresses: async () => many });
      for (const { address } of transfers) found.add(address.toLowerCase());
    }
    expect([...found].sort()).toEqual(many);
  });

  it('is looked for where money is expected, if there are too many addresses', async () => {
    const { node, scan } = await atTip({ network });
    const many = Array.from(
      { length: 150 },
      (_, number): Hex => `0x${(number + 2 ** 40).toString(16).padStart(40, '0')}`,
    );
    const addresses: Watch['addresses'] = async (_, which) => (which === 'awaited' ? [MERCHANT] : [...many, MERCHANT]);
    node.mine([forward(ETHER)]);
    await scan({ ...watch, addresses });
    node.mine([], NOW_MS / 1_000 + 60);
    expect((await scan({ ...watch, addresses })).transfers).toMatchObject(oneEther);
    expect(node.asks('eth_getBalance')).toBe(2);
  });

  it('is compared early after many payments, so that the cursor stays short', async () => {
    const { node, scan } = await atTip({ network });
    node.mine([forward(ETHER), ...Array.from({ length: 201 }, () => payCoin(1n))]);
    const { transfers, cursor } = await scan(watch);
    expect(transfers.filter(({ isUnexplained }) => isUnexplained)).toMatchObject(oneEther);
    expect(cursor.length).toBeLessThan(5_000);
  });
});

describe('catching up', () => {
  it.each([
    ['in tokens', {}],
    ['in the coin', watch],
  ])('payments %s reads at least 22 blocks a second from a node that answers in 20 ms', async (_, expected) => {
    const time = new TestTime(NOW_MS);
    const { node, scan } = await atTip({ clock: { nowMs: () => time.ms } });
    for (let count = 0; count < 200; count += 1) node.mine([payToken(1n), payCoin(5n)]);
    const before = node.asked.length;
    node.before = () => time.sleep(20);
    while ((await scan(expected)).behind);
    const seconds = (time.ms - NOW_MS) / 1_000;
    expect(200 / seconds).toBeGreaterThan(22);
    expect(node.asked.length - before).toBeLessThan(3_000);
  });
});
