import type { Hex } from 'viem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createActors, type EvmActors } from './evm-actors.ts';
import { type EvmNode, startEvmNode } from './start-evm-node.ts';

let node: EvmNode;
let actors: EvmActors;

beforeAll(async () => {
  node = await startEvmNode();
  actors = await createActors(node);
});

afterAll(() => node.stop());

const statusOf = async (tx: Hex) =>
  (await node.call<{ status: Hex } | null>('eth_getTransactionReceipt', tx))?.status ?? 'waiting';
const balanceOf = async (address: string) => BigInt(await node.call<Hex>('eth_getBalance', address, 'latest'));

it('mines only when it is told to, and takes a block back with everything in it', async () => {
  const [payer, shop] = [await actors.newAccount(), await actors.newAccount('0')];
  const tx = await actors.pay(payer, shop.address, 5n);
  expect(await statusOf(tx)).toBe('waiting');
  const before = await node.snapshot();
  await node.mine(2);
  expect(await statusOf(tx)).toBe('0x1');
  expect(await balanceOf(shop.address)).toBe(5n);
  const hash = async () => (await node.call<{ hash: Hex }>('eth_getBlockByNumber', 'latest', false)).hash;
  const [height, dropped] = [await node.height(), await hash()];
  await node.revert(before);
  expect(await node.height()).toBe(height - 2);
  expect(await statusOf(tx)).toBe('waiting');
  await node.mine(2);
  expect(await hash()).not.toBe(dropped);
  expect(await statusOf(tx)).toBe('0x1');
});

it('has tokens that move by transfer and by authorization, where they are expected', async () => {
  const [payer, shop] = [await actors.newAccount(), await actors.newAccount('0')];
  const token = await actors.createToken({ symbol: 'EURC', at: '0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238' });
  await actors.give(payer.address, token, 100n);
  const nonce: Hex = `0x${'ab'.repeat(32)}`;
  const data = await actors.authorize(payer, token, { to: shop.address, units: 60n, nonce });
  const txs = [
    await actors.payToken(payer, token, shop.address, 40n),
    await actors.send(payer, { to: token.address, data }),
    await actors.send(payer, { to: token.address, data }),
  ];
  await node.mine();
  expect(await Promise.all(txs.map(statusOf))).toEqual(['0x1', '0x1', '0x0']);
});

it('forwards the coin, and signs for a contract', async () => {
  const [payer, shop] = [await actors.newAccount(), await actors.newAccount('0')];
  const forwarder = await actors.deploy('Forwarder');
  const wallet = await actors.deploy('SmartWallet', payer.address);
  const calls = ['forward', 'pretend', 'forwardAndRevert'] as const;
  const txs: Hex[] = [];
  for (const call of calls)
    txs.push(await actors.send(payer, { to: forwarder, value: 7n, data: actors.encode(call, [shop.address]) }));
  await node.mine();
  expect(await Promise.all(txs.map(statusOf))).toEqual(['0x1', '0x1', '0x0']);
  expect(await balanceOf(shop.address)).toBe(7n);
  expect(await node.call('eth_getCode', wallet, 'latest')).not.toBe('0x');
});

it('is not behind the clock, however long it took to load', async () => {
  const startedAtMs = Date.now();
  await node.mine();
  expect(await node.timeMs()).toBeGreaterThanOrEqual(startedAtMs);
});

it('can set the time of a block', async () => {
  const later = (await node.timeMs()) + 3_600_000;
  await node.setNextBlockTime(later);
  await node.mine();
  expect(await node.timeMs()).toBe(later);
});
