import { generateKeyPairSigner, lamports } from '@solana/kit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseDecimal } from '../../src/domain/money/decimal.ts';
import { type CryptoAmount } from '../../src/domain/money/money.ts';
import { NETWORKS } from '../../src/domain/networks/network.ts';
import type { Transfer } from '../../src/domain/transfers/transfer.ts';
import { type Scene, startSolanaScene } from './start-solana-scene.ts';

let scene: Scene;

beforeEach(async () => {
  scene = await startSolanaScene();
});

afterEach(() => scene.stop());

/** Finalizes everything that was sent and scans. */
async function finalTransfers(): Promise<Transfer[]> {
  scene.finalize();
  return (await scene.scanAll()).flatMap(({ transfers }) => transfers);
}

describe('a payment in SOL', () => {
  it('of 0.00025 with a reference is seen, and then final', async () => {
    const { actors, merchant, payer } = scene;
    const reference = scene.reference();
    const tx = await actors.send(payer, [actors.pay(payer, merchant.address, 250_000n, [reference])]);

    const seen = await scene.scan();
    expect(seen.transfers).toEqual([
      {
        tx,
        index: 1,
        keys: [reference],
        address: merchant.address,
        asset: 'SOL',
        token: undefined,
        amount: parseDecimal('0.00025'),
        blockHeight: undefined,
        failed: false,
        spends: [],
        firstSeenAtMs: Math.floor(scene.node.nowMs() / 1_000) * 1_000,
        isUndated: false,
      },
    ]);
    expect(seen.behind).toBe(false);

    const slot = scene.node.ledger.slot();
    scene.finalize();
    const final = await scene.scan();
    const blockTimeMs = seen.transfers[0]?.firstSeenAtMs;
    expect(final.transfers).toEqual([{ ...seen.transfers[0], blockHeight: slot, blockTimeMs }]);
    expect(final.tipHeight).toBe(scene.node.ledger.finalizedSlot());
    expect((await scene.scan()).transfers).toEqual([]);
  });

  it.each(['legacy', 0, 1] as const)('in a transaction of version %s is read', async (version) => {
    const { actors, merchant, payer } = scene;
    const reference = scene.reference();
    const tx = await actors.send(payer, [actors.pay(payer, merchant.address, 7n, [reference])], { version });
    expect(scene.node.ledger.history().at(-1)?.version).toBe(version);
    expect(await finalTransfers()).toMatchObject([
      { tx, index: 1, keys: [reference], amount: parseDecimal('0.000000007') },
    ]);
  });

  it('with accounts from a lookup table is read, with its reference', async () => {
    const { actors, merchant, payer, node } = scene;
    const [table, unused, reference] = [scene.reference(), scene.reference(), scene.reference()];
    const addresses = [unused, reference, merchant.address];
    node.addLookupTable(table, addresses);
    const instruction = actors.pay(payer, merchant.address, 250_000n, [reference]);
    const tx = await actors.send(payer, [instruction], { tables: { [table]: addresses } });
    const keys = node.ledger.history().at(-1)?.keys ?? [];
    expect(keys.slice(-2)).toEqual([merchant.address, reference]);
    expect(await finalTransfers()).toMatchObject([
      { tx, index: keys.indexOf(merchant.address), keys: [reference], amount: parseDecimal('0.00025') },
    ]);
  });

  it('in two instructions counts as one sum, and to two merchants as one each', async () => {
    const { actors, merchant, payer, node } = scene;
    const other = await generateKeyPairSigner();
    node.airdrop(other.address, 1_000_000_000n);
    await actors.send(payer, [
      actors.pay(payer, merchant.address, 250_000n),
      actors.pay(payer, other.address, 1_000n),
      actors.pay(payer, merchant.address, 50_000n),
    ]);
    scene.finalize();
    const { transfers } = await scene.scan({ addresses: async () => [merchant.address, other.address] });
    expect(new Map(transfers.map(({ address, amount }) => [address, amount]))).toEqual(
      new Map<string, CryptoAmount>([
        [merchant.address, parseDecimal('0.0003')],
        [other.address, parseDecimal('0.000001')],
      ]),
    );
    expect(new Set(transfers.map(({ index }) => index)).size).toBe(2);
  });

  it('made by the merchant is not a transfer', async () => {
    const { actors, merchant, payer } = scene;
    await actors.send(merchant, [actors.pay(merchant, payer.address, 1_000n)]);
    await actors.send(merchant, [actors.pay(merchant, payer.address, 10n ** 15n)], { skipPreflight: true });
    expect(await finalTransfers()).toEqual([]);
  });

  it('from or to an account too rich for a double is read exactly', async () => {
    const { actors, merchant, payer, node } = scene;
    const hold = (signer: { address: typeof merchant.address }, amount: bigint) => {
      const account = node.ledger.svm.getAccount(signer.address);
      if (account.exists) node.ledger.svm.setAccount({ ...account, lamports: lamports(amount) });
    };
    hold(payer, 2n ** 63n + 1n);
    await actors.send(payer, [actors.pay(payer, merchant.address, 250_001n)]);
    expect(await finalTransfers()).toMatchObject([{ amount: parseDecimal('0.000250001') }]);
    hold(merchant, 2n ** 60n + 1n);
    await actors.send(payer, [actors.pay(payer, merchant.address, 250_003n)]);
    expect(await finalTransfers()).toMatchObject([{ amount: parseDecimal('0.000250003') }]);
  });
});

describe('a payment in a token', () => {
  it('to an existing account is read, although the transaction does not name the owner', async () => {
    const { actors, merchant, payer, usdc } = scene;
    const account = await actors.give(merchant.address, usdc, 5n);
    expect(await finalTransfers()).toMatchObject([{ asset: 'USDC', amount: parseDecimal('0.000005') }]);
    const reference = scene.reference();
    const instruction = await actors.payToken(payer, account, 12_500_000n, { token: usdc, references: [reference] });
    const tx = await actors.send(payer, [instruction]);
    const keys = scene.node.ledger.history().at(-1)?.keys ?? [];
    expect(keys).not.toContain(merchant.address);
    expect((await scene.scan()).transfers).toMatchObject([{ tx, blockHeight: undefined }]);
    const [transfer, ...others] = await finalTransfers();
    expect(others).toEqual([]);
    expect(transfer).toMatchObject({
      tx,
      index: keys.indexOf(account),
      address: merchant.address,
      asset: 'USDC',
      token: usdc.mint,
      amount: parseDecimal('12.5'),
      failed: false,
    });
    expect(transfer?.keys).toContain(reference);
    expect(transfer?.keys).not.toContain(account);
    expect(transfer?.keys).not.toContain(payer.address);
  });

  it('to a new account is read, and so is the next payment, which does not name the owner', async () => {
    const { actors, merchant, payer, usdc, node } = scene;
    // The wallet was followed before it had a token account.
    expect((await scene.scan()).transfers).toEqual([]);
    const account = await actors.associated(merchant.address, usdc);
    const references = [scene.reference(), scene.reference()];
    const first = await actors.payToken(payer, account, 1_000_000n, {
      token: usdc,
      references: references.slice(0, 1),
    });
    await actors.send(payer, [await actors.openAssociated(payer, merchant.address, usdc), first]);
    node.ledger.advance(1);
    const second = await actors.payToken(payer, account, 2_000_000n, { token: usdc, references: references.slice(1) });
    await actors.send(payer, [second]);
    const transfers = await finalTransfers();
    expect(transfers.map(({ amount }) => amount)).toEqual([parseDecimal('1'), parseDecimal('2')]);
    expect(transfers.map(({ keys }) => keys.filter((key) => references.some((one) => one === key)))).toEqual([
      references.slice(0, 1),
      references.slice(1),
    ]);
    expect(transfers.every(({ asset, address }) => asset === 'USDC' && address === merchant.address)).toBe(true);
  });

  it('to an account opened without naming the owner is read within minutes', async () => {
    const { actors, merchant, payer, usdc } = scene;
    expect((await scene.scan()).transfers).toEqual([]);
    const account = await actors.openElsewhere(merchant.address, usdc);
    await actors.send(payer, [await actors.payToken(payer, account, 3n, { token: usdc })]);
    expect(await finalTransfers()).toEqual([]);
    scene.node.ledger.advance(1_000);
    expect(await finalTransfers()).toMatchObject([{ asset: 'USDC', amount: parseDecimal('0.000003') }]);
  });

  it('that failed credits nothing and is reported', async () => {
    const { actors, merchant, payer, usdc } = scene;
    const account = await actors.give(merchant.address, usdc, 5n);
    await finalTransfers();
    const reference = scene.reference();
    const instruction = await actors.payToken(payer, account, 2n ** 63n, { token: usdc, references: [reference] });
    const tx = await actors.send(payer, [instruction], { skipPreflight: true });
    const [transfer, ...others] = await finalTransfers();
    expect(others).toEqual([]);
    expect(transfer).toMatchObject({ tx, failed: true, amount: 0n, asset: 'USDC', token: usdc.mint });
    expect(transfer?.keys).toContain(reference);
  });

  it('between two accounts of the merchant is not a transfer', async () => {
    const { actors, merchant, usdc } = scene;
    await actors.give(merchant.address, usdc, 500n);
    const second = await actors.openElsewhere(merchant.address, usdc);
    await finalTransfers();
    await actors.send(merchant, [await actors.payToken(merchant, second, 200n, { token: usdc })]);
    expect(await finalTransfers()).toEqual([]);
  });

  it('with absurdly many decimals does no harm', async () => {
    const { actors, merchant } = scene;
    const absurd = await actors.createToken({ decimals: 255 });
    await actors.give(merchant.address, absurd, 2n ** 64n - 1n);
    const fine = await actors.createToken({ decimals: 20 });
    await actors.give(merchant.address, fine, 12_345n);
    expect(await finalTransfers()).toMatchObject([{ asset: undefined, token: fine.mint, amount: 123n }]);
  });
});

describe('tokens of other kinds:', () => {
  it.each([
    { decimals: 9, units: 2n ** 64n - 1n, amount: (2n ** 64n - 1n) * 10n ** 9n },
    { decimals: 9, units: 1n, amount: parseDecimal('0.000000001') },
  ])('$units units at $decimals decimals', async ({ decimals, units, amount }) => {
    const { actors, merchant } = scene;
    const token = await actors.createToken({ decimals });
    const assets = [
      ...scene.chain.assets,
      { code: 'BIG', network: NETWORKS['solana-local'].name, token: token.mint, decimals },
    ];
    await actors.give(merchant.address, token, units);
    scene.finalize();
    const chain = scene.createChain(assets);
    const watch = scene.watch();
    expect((await chain.scan(undefined, watch)).transfers).toMatchObject([{ asset: 'BIG', token: token.mint, amount }]);
  });

  it('one with a transfer fee is reported with the amount that arrived, and has no asset', async () => {
    const { actors, merchant, payer } = scene;
    const token = await actors.createToken({ feeBasisPoints: 100 });
    await actors.give(payer.address, token, 1_000_000_000n);
    const assets = [
      ...scene.chain.assets,
      { code: 'FEE', network: NETWORKS['solana-local'].name, token: token.mint, decimals: 6 },
    ];
    const account = await actors.associated(merchant.address, token);
    await actors.send(payer, [
      await actors.openAssociated(payer, merchant.address, token),
      await actors.payToken(payer, account, 10_000_000n, { token }),
    ]);
    scene.finalize();
    const watch = scene.watch();
    expect((await scene.createChain(assets).scan(undefined, watch)).transfers).toMatchObject([
      { asset: undefined, token: token.mint, amount: parseDecimal('9.9') },
    ]);
  });
});
