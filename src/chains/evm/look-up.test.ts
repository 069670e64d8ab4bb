import type { Hex } from 'viem';
import { erc20Abi } from 'viem';
import { encodeFunctionData } from 'viem/utils';
import { describe, expect, it } from 'vitest';
import { parseDecimal } from '../../domain/money/decimal.ts';
import { atTip } from './scripted-node.test-fixture.ts';
import {
  FEE_TOKEN,
  MERCHANT,
  newHash,
  PAYER,
  payCoin,
  payToken,
  transferLog,
  txOf,
  USDC,
} from './scripted-transactions.test-fixture.ts';

const at = (number: number): Hex => `0x${(number + 2 ** 20).toString(16).padStart(40, '0')}`;

describe('a transaction that is looked up', () => {
  it('has the transfers that a scan finds, with the account that each came from', async () => {
    const { node, chain, scan } = await atTip();
    const [token, coin] = [payToken(5_000_000n), payCoin(7n)];
    node.mine([token, coin]);
    const scanned = (await scan({ coinUntilMs: Number.MAX_SAFE_INTEGER })).transfers;
    const found = [
      ...(await chain.lookUp(token.hash)),
      ...(await chain.lookUp(` ${coin.hash.toUpperCase().replace('X', 'x')}`)),
    ];
    const sources = [expect.stringMatching(new RegExp(`^${PAYER}$`, 'i'))];
    expect(found).toEqual(scanned.map((transfer) => Object.assign(transfer, { sources })));
  });

  it('costs few calls, however many others it pays', async () => {
    const { node, chain } = await atTip();
    const others = Array.from({ length: 19 }, (_, number) => at(number));
    const logs = [USDC, FEE_TOKEN].flatMap((contract) =>
      [...others, MERCHANT].map((to) => transferLog(contract, PAYER, to, 5n)),
    );
    const tx = txOf({
      logs,
      moves: logs.map(({ address }) => ({ contract: address, from: PAYER, to: MERCHANT, units: 5n })),
    });
    node.mine([tx]);
    const found = await chain.lookUp(tx.hash, MERCHANT);
    expect(found).toMatchObject([
      { address: MERCHANT, index: 19 },
      { address: MERCHANT, index: 39 },
    ]);
    // Two balances of each token, and what the tokens are.
    expect(node.asks('eth_call')).toBeLessThanOrEqual(8);
  });

  it('is credited net, beside another transfer to the same address in the block', async () => {
    const { node, chain } = await atTip();
    const [first, second] = [100n, 300n].map((units) =>
      txOf({
        logs: [transferLog(FEE_TOKEN, PAYER, MERCHANT, units)],
        moves: [{ contract: FEE_TOKEN, from: PAYER, to: MERCHANT, units: (units * 9n) / 10n }],
      }),
    );
    node.mine([first, second].filter((tx) => tx !== undefined));
    expect(await chain.lookUp(first?.hash ?? '')).toMatchObject([{ amount: 90n }]);
  });

  it('has the coin that a contract forwarded, if the node can trace', async () => {
    const { node, chain } = await atTip();
    const forwarder: Hex = '0x00000000000000000000000000000000f0f0f0f0';
    const call = { type: 'CALL', from: forwarder, to: MERCHANT.toLowerCase(), value: '0x5' };
    const tx = txOf({ to: forwarder, value: 5n, calls: [call] });
    node.mine([tx]);
    expect((await chain.lookUp(tx.hash)).map(({ index }) => index)).toEqual([1_000_000]);
    node.canTrace = true;
    node.connection = 1;
    const found = await chain.lookUp(tx.hash);
    expect(found.map(({ index, isForwarded }) => [index, isForwarded])).toEqual([
      [1_000_000, undefined],
      [1_000_001, true],
    ]);
  });

  it('is failed if it failed', async () => {
    const { node, chain } = await atTip();
    const tx = { ...payCoin(10n ** 18n), failed: true };
    node.mine([tx]);
    expect(await chain.lookUp(tx.hash)).toMatchObject([{ failed: true, amount: parseDecimal('1') }]);
  });

  it('is failed if it called a known token and failed', async () => {
    const { node, chain } = await atTip();
    const input = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [MERCHANT, 5_000_000n] });
    const [known, unknown] = [txOf({ input, failed: true }), txOf({ input, failed: true, to: MERCHANT })];
    node.mine([known, unknown]);
    expect(await chain.lookUp(known.hash)).toMatchObject([
      { failed: true, asset: 'USDC', amount: parseDecimal('5'), address: MERCHANT },
    ]);
    expect(await chain.lookUp(unknown.hash)).toEqual([]);
  });

  it('costs a limited number of calls, however much it moved', async () => {
    const { node, chain } = await atTip();
    const unknown = Array.from({ length: 500 }, (_, number) => transferLog(at(number), PAYER, MERCHANT, 1n));
    const known = Array.from({ length: 500 }, (_, number) => transferLog(USDC, PAYER, at(number), 1n));
    const tx = txOf({ logs: [...unknown, ...known] });
    node.mine([tx]);
    const before = node.asked.length;
    expect(await chain.lookUp(tx.hash)).toHaveLength(520);
    expect(node.asked.length - before).toBeLessThan(30);
  });

  it('is unknown while no block of the chain contains it', async () => {
    const { node, chain } = await atTip();
    const tx = payToken(5n);
    node.mempool.add(tx.hash);
    expect(await chain.lookUp(tx.hash)).toEqual([]);
    expect(await chain.lookUp(newHash())).toEqual([]);
    node.mine([tx]);
    const receipt = (await node.call('eth_getTransactionReceipt', [tx.hash])) as { logs: object[] };
    const blockHash = newHash();
    node.before = (method) =>
      method === 'eth_getTransactionReceipt'
        ? { ...receipt, blockHash, logs: receipt.logs.map((log) => Object.assign({}, log, { blockHash })) }
        : undefined;
    expect(await chain.lookUp(tx.hash)).toEqual([]);
  });
});
