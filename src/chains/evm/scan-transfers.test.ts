import type { Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { parseDecimal } from '../../domain/money/decimal.ts';
import type { Scan } from '../../ports/chain.ts';
import { atTip, chainOf, NOW_MS, watchOf } from './scripted-node.test-fixture.ts';
import {
  authorizationLog,
  FAKE_TOKEN,
  FEE_TOKEN,
  MERCHANT,
  newHash,
  PAYER,
  payToken,
  transferLog,
  txOf,
  USDC,
} from './scripted-transactions.test-fixture.ts';

/** A transfer of a token that keeps a fee. */
const payWithFee = (announced: bigint, arrived: bigint) =>
  txOf({
    logs: [transferLog(FEE_TOKEN, PAYER, MERCHANT, announced)],
    moves: [{ contract: FEE_TOKEN, from: PAYER, to: MERCHANT, units: arrived }],
  });

const paid = (logs: ReturnType<typeof transferLog>[]) =>
  txOf({ logs, moves: [{ contract: USDC, from: PAYER, to: MERCHANT, units: 7n }] });

const amounts = ({ transfers }: Pick<Scan, 'transfers'>) => transfers.map(({ amount }) => amount);

describe('a transfer of a token', () => {
  it('is named by its position in the receipt, wherever its block has it', async () => {
    const { node, scan } = await atTip();
    const other = payToken(1n, { to: PAYER, from: MERCHANT });
    const tx = txOf({
      logs: [authorizationLog(FAKE_TOKEN, PAYER, newHash()), transferLog(USDC, PAYER, MERCHANT, 12_345_678n)],
      moves: [{ contract: USDC, from: PAYER, to: MERCHANT, units: 12_345_678n }],
    });
    const block = node.mine([tx]);
    const [first, ...more] = (await scan()).transfers;
    expect(more).toEqual([]);
    expect(first).toEqual({
      tx: tx.hash,
      index: 1,
      keys: [MERCHANT],
      address: MERCHANT,
      asset: 'USDC',
      token: expect.stringMatching(/^0x/),
      amount: parseDecimal('12.345678'),
      blockHeight: block.height,
      blockTimeMs: block.time * 1_000,
      firstSeenAtMs: NOW_MS,
      failed: false,
      spends: [`${PAYER}:${tx.nonce}`],
    });
    node.cutTo(block.height - 1);
    node.mine([other, tx]);
    const again = await scan();
    expect(again.rolledBackTo).toBe(block.height - 1);
    expect(again.transfers).toMatchObject([{ tx: tx.hash, index: 1, blockHeight: block.height }]);
  });

  it('is reported once', async () => {
    const { node, scan } = await atTip();
    node.mine([payToken(5n)]);
    expect((await scan()).transfers).toHaveLength(1);
    expect(await scan()).toMatchObject({ transfers: [], behind: false });
  });

  it('carries its EIP-3009 nonce if the authorization stands directly before it', async () => {
    const { node, scan } = await atTip();
    const nonce = newHash();
    const transfer = transferLog(USDC, PAYER, MERCHANT, 7n);
    node.mine([
      paid([authorizationLog(USDC, PAYER, nonce), transfer]),
      paid([authorizationLog(FAKE_TOKEN, PAYER, nonce), transfer]),
      paid([authorizationLog(USDC, FAKE_TOKEN, nonce), transfer]),
      paid([transfer, authorizationLog(USDC, PAYER, nonce)]),
    ]);
    const keys = (await scan()).transfers.map((found) => found.keys);
    expect(keys).toEqual([[MERCHANT, nonce], [MERCHANT], [MERCHANT], [MERCHANT]]);
  });

  it.each([0, 6, 8, 18])('has the right amount with %i decimals', async (decimals) => {
    const { node } = await atTip();
    node.tokens.set(USDC, { symbol: 'USDC', decimals });
    const chain = chainOf(node, { tokens: [{ code: 'USDC', network: '', token: USDC, decimals }] });
    const { cursor } = await chain.scan(undefined, watchOf({ sinceMs: NOW_MS + 3_600_000 }));
    node.mine([payToken(3n)]);
    const [found] = (await chain.scan(cursor, watchOf())).transfers;
    expect(found?.amount).toBe(parseDecimal(decimals === 0 ? '3' : `0.${'3'.padStart(decimals, '0')}`));
  });
});

describe('nothing is credited for', () => {
  it('a token with the same symbol', async () => {
    const { node, scan } = await atTip();
    node.tokens.set(FAKE_TOKEN, { symbol: 'USDC', decimals: 6 });
    node.mine([payToken(25_000_000n, { contract: FAKE_TOKEN })]);
    expect((await scan()).transfers).toMatchObject([
      { asset: undefined, amount: parseDecimal('25'), keys: [MERCHANT] },
    ]);
  });

  it('a token that announces a transfer and moves nothing', async () => {
    const { node, scan } = await atTip();
    node.mine([txOf({ logs: [transferLog(FEE_TOKEN, PAYER, MERCHANT, 5n)] })]);
    expect((await scan()).transfers).toEqual([]);
  });

  it('a transfer to its sender, of nothing, or of an NFT', async () => {
    const { node, scan } = await atTip();
    const merchant = MERCHANT.toLowerCase() as Hex;
    const nft = transferLog(FAKE_TOKEN, PAYER, MERCHANT, 1n);
    nft.topics.push(newHash());
    node.mine([
      payToken(5n, { from: merchant }),
      payToken(0n),
      txOf({ logs: [nft] }),
      txOf({ logs: [{ ...transferLog(FAKE_TOKEN, PAYER, MERCHANT, 1n), data: '0x' }] }),
      txOf({ logs: [{ ...transferLog(FAKE_TOKEN, PAYER, MERCHANT, 1n), data: `0x${'00'.repeat(100_000)}` }] }),
    ]);
    expect((await scan()).transfers).toEqual([]);
    expect(node.asks('eth_getTransactionReceipt'), 'only of those that are transfers').toBe(2);
  });

  it('a transaction that failed', async () => {
    const { node, scan } = await atTip();
    node.mine([{ ...payToken(5n), failed: true }]);
    expect((await scan()).transfers).toEqual([]);
  });

  it('an amount that no asset has', async () => {
    const { node, scan } = await atTip();
    node.firstUnits = 0n;
    node.mine([payToken(2n ** 256n - 1n)]);
    const [found] = (await scan()).transfers;
    expect(found).toMatchObject({ asset: undefined, token: expect.stringMatching(/^0x/) });
  });
});

describe('what really arrived is credited', () => {
  it('if the token keeps a fee', async () => {
    const { node, scan } = await atTip();
    node.mine([payWithFee(100n, 98n)]);
    expect(amounts(await scan())).toEqual([98n]);
  });

  it('shared by several transfers in one block', async () => {
    const { node, scan } = await atTip();
    node.mine([payWithFee(100n, 90n), payWithFee(300n, 270n)]);
    expect(amounts(await scan())).toEqual([90n, 270n]);
  });

  it('also if the recipient sent something away in the same block', async () => {
    const { node, scan } = await atTip();
    const sent = payToken(1_000n, { contract: FEE_TOKEN, from: MERCHANT.toLowerCase() as Hex, to: PAYER });
    node.mine([payWithFee(100n, 98n), sent]);
    node.mine([payToken(50n), payToken(1_000n, { from: MERCHANT.toLowerCase() as Hex, to: PAYER })]);
    expect(amounts(await scan())).toEqual([98n, 50n * 10n ** 12n]);
  });

  it('and the token is believed if the node no longer has the state', async () => {
    const { node, scan } = await atTip();
    node.mine([payWithFee(100n, 98n)]);
    node.stateFrom = 1_000;
    expect(amounts(await scan())).toEqual([100n]);
  });
});
