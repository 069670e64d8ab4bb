import { generateKeyPairSigner } from '@solana/kit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSolanaChain } from '../../src/chains/solana/create-solana-chain.ts';
import { ASSETS_ON_NETWORKS } from '../../src/domain/money/asset.ts';
import { parseDecimal } from '../../src/domain/money/decimal.ts';
import { NETWORKS } from '../../src/domain/networks/network.ts';
import type { Transfer } from '../../src/domain/transfers/transfer.ts';
import type { PendingTransfer } from '../../src/ports/chain.ts';
import { random } from '../../src/system/random.ts';
import { createFetchRpc } from './fetch-rpc.ts';
import { type Scene, startSolanaScene } from './start-solana-scene.ts';

let scene: Scene;

beforeEach(async () => {
  scene = await startSolanaScene();
});

afterEach(() => scene.stop());

const pay = (units: bigint) =>
  scene.actors.send(scene.payer, [scene.actors.pay(scene.payer, scene.merchant.address, units)]);
const pendingOf = (tx: string): PendingTransfer[] => [{ tx, spends: [], blockHeight: undefined }];
const txs = (transfers: readonly Transfer[]) => transfers.map(({ tx }) => tx);

describe('a scan', () => {
  it('reads 210 transactions over several pages and calls, each once and in order', async () => {
    const { actors, merchant, payer, usdc, node } = scene;
    const account = await actors.give(merchant.address, usdc, 1n);
    scene.finalize();
    await scene.scanAll();
    const sent: string[] = [];
    for (let count = 1n; count <= 210n; count++) {
      const token = await actors.payToken(payer, account, count, { token: usdc });
      // Some are in the list of the wallet, some in that of the token account, some in both.
      const both = [token, actors.pay(payer, merchant.address, count)];
      const coin = both.slice(1);
      sent.push(await actors.send(payer, count % 3n === 0n ? both : count % 3n === 1n ? coin : [token]));
      if (count % 7n === 0n) node.ledger.advance(1);
    }
    scene.finalize();
    scene.calls.length = 0;
    const scans = await scene.scanAll();
    expect(scans.map(({ behind }) => behind)).toEqual([true, false]);
    const all = scans.flatMap(({ transfers }) => transfers);
    const found = txs(all);
    // The lists of two accounts do not show the order within a slot, which has seven transactions here.
    expect([...new Set(found)].sort()).toEqual(sent.toSorted());
    const heights = all.map(({ blockHeight }) => blockHeight ?? 0);
    expect(heights).toEqual(heights.toSorted((a, b) => a - b));
    expect(found.length).toBe(210 + 70);
    expect(scene.calls.filter((method) => method === 'getTransaction').length).toBe(210);
    expect(scans.every(({ cursor }) => cursor.length < 40_000)).toBe(true);

    // While behind, it does not claim to have scanned what it has not read.
    const later = scans.slice(1).flatMap(({ transfers }) => transfers.map(({ firstSeenAtMs }) => firstSeenAtMs));
    expect(scans[0]?.scannedUntilMs).toBe(Math.min(...later));
    expect(scans[1]?.scannedUntilMs).toBe(
      Math.floor(node.ledger.timeMsAt(node.ledger.finalizedSlot()) / 1_000) * 1_000,
    );
    expect((await scene.scan()).transfers).toEqual([]);
  });

  it('starts at the time of the first target', async () => {
    const { node } = scene;
    await pay(1n);
    node.ledger.advance(600);
    const sinceMs = node.nowMs();
    const tx = await pay(2n);
    scene.finalize();
    expect(txs((await scene.scan({ sinceOf: async () => sinceMs })).transfers)).toEqual([tx]);
  });

  it('makes few calls if nothing is new', async () => {
    const { actors, merchant, usdc } = scene;
    await pay(250_000n);
    scene.finalize();
    await scene.scanAll();
    scene.calls.length = 0;
    await scene.scan();
    expect(scene.calls).toEqual(['getAccountInfo', 'getSignaturesForAddress']);

    await actors.give(merchant.address, usdc, 5n);
    scene.finalize();
    await scene.scanAll();
    scene.calls.length = 0;
    await scene.scan();
    expect(scene.calls).toEqual(['getAccountInfo', 'getSignaturesForAddress', 'getSignaturesForAddress']);
  });

  it('reads a transaction that is not final only once', async () => {
    const tx = await pay(250_000n);
    expect(txs((await scene.scan()).transfers)).toEqual([tx]);
    scene.calls.length = 0;
    expect(txs((await scene.scan()).transfers)).toEqual([tx]);
    expect(scene.calls).not.toContain('getTransaction');
  });

  it('finds a transaction that a node lists late', async () => {
    const late = await pay(1n);
    scene.node.ledger.advance(1);
    const other = await pay(2n);
    scene.node.delist(late);
    scene.finalize();
    expect(txs((await scene.scan()).transfers)).toEqual([other]);
    scene.node.relist(late);
    expect(txs((await scene.scan()).transfers)).toEqual([late]);
    expect((await scene.scan()).transfers).toEqual([]);
  });

  it('follows a new wallet from the first target on, and forgets a removed one', async () => {
    const { actors, merchant, payer, node } = scene;
    const other = await generateKeyPairSigner();
    node.airdrop(other.address, 1_000_000_000n);
    const own = await pay(1n);
    const theirs = await actors.send(payer, [actors.pay(payer, other.address, 2n)]);
    scene.finalize();
    expect(txs((await scene.scan()).transfers)).toEqual([own]);
    const both = await scene.scan({ addresses: async () => [merchant.address, other.address] });
    expect(both.transfers).toMatchObject([{ tx: theirs, address: other.address }]);
    const alone = await scene.scan({ addresses: async () => [other.address] });
    expect(alone.transfers).toEqual([]);
    expect(alone.cursor).not.toContain(merchant.address);
    await expect(scene.scan({ addresses: async () => [] })).resolves.toMatchObject({ transfers: [], behind: false });
  });

  it('drops a closed token account, and follows it again when it is reopened', async () => {
    const { actors, merchant, usdc, node } = scene;
    const account = await actors.give(merchant.address, usdc, 5n);
    scene.finalize();
    await scene.scanAll();
    const held = node.ledger.svm.getAccount(account);
    if (held.exists) node.ledger.svm.setAccount({ ...held, data: new Uint8Array(0), programAddress: usdc.mint });
    node.ledger.advance(1_000);
    expect((await scene.scan()).cursor).not.toContain(account);
    if (held.exists) node.ledger.svm.setAccount(held);
    const tx = await actors.give(merchant.address, usdc, 6n).then(() => node.ledger.history().at(-1)?.signature);
    scene.finalize();
    const scans = await scene.scanAll();
    expect(txs(scans.flatMap(({ transfers }) => transfers))).toContain(tx);
    expect(scans.at(-1)?.cursor).toContain(account);
  });
});

describe('a seen transaction', () => {
  it('that vanished with a fork is missing, and returns when it is included again', async () => {
    const tx = await pay(250_000n);
    expect((await scene.scan()).transfers).toMatchObject([{ tx, blockHeight: undefined }]);
    const [wire = ''] = scene.node.ledger.fork();
    expect(await scene.scan({ pending: pendingOf(tx) })).toMatchObject({ transfers: [], missing: [tx], replaced: [] });

    scene.node.ledger.advance(3);
    expect(scene.node.ledger.send(wire, { skipPreflight: false })).toBe(tx);
    expect(await scene.scan({ pending: pendingOf(tx) })).toMatchObject({ transfers: [{ tx }], missing: [] });
    const slot = scene.node.ledger.slot();
    scene.finalize();
    expect(await scene.scan({ pending: pendingOf(tx) })).toMatchObject({
      transfers: [{ tx, blockHeight: slot, amount: parseDecimal('0.00025') }],
      missing: [],
      replaced: [],
    });
  });

  it('that failed is replaced, but only once the failure is final', async () => {
    const { actors, merchant, payer } = scene;
    const instruction = actors.pay(payer, merchant.address, 10n ** 15n);
    const tx = await actors.send(payer, [instruction], { skipPreflight: true });
    expect(await scene.scan({ pending: pendingOf(tx) })).toMatchObject({ replaced: [], missing: [] });
    scene.finalize();
    expect(await scene.scan({ pending: pendingOf(tx) })).toMatchObject({ replaced: [tx], missing: [] });
    expect(await scene.scan({ pending: pendingOf(tx) })).toMatchObject({ replaced: [tx], missing: [], transfers: [] });
  });

  it('in a block is not fetched again', async () => {
    const tx = await pay(250_000n);
    scene.finalize();
    await scene.scan();
    scene.calls.length = 0;
    await scene.scan({ pending: [{ tx, spends: [], blockHeight: 5 }] });
    expect(scene.calls).toEqual(['getAccountInfo', 'getSignaturesForAddress']);
  });

  it('that is final but not listed is found by its signature', async () => {
    const tx = await pay(250_000n);
    scene.node.delist(tx);
    scene.finalize();
    expect((await scene.scan()).transfers).toEqual([]);
    const { transfers, missing } = await scene.scan({ pending: pendingOf(tx) });
    expect({ transfers, missing }).toMatchObject({ transfers: [{ tx, amount: parseDecimal('0.00025') }], missing: [] });
    expect(transfers[0]?.blockHeight).toBeDefined();
  });
});

describe('a distrusted node', () => {
  const distrusted = { name: 'ChainError', kind: 'distrusted' };

  it('that lists a transaction it does not have stops the cursor until it has it', async () => {
    const before = await pay(1n);
    scene.node.ledger.advance(1);
    const hidden = await pay(2n);
    scene.node.ledger.advance(1);
    const after = await pay(3n);
    scene.node.hide(hidden);
    scene.finalize();
    const partial = await scene.scan();
    expect(txs(partial.transfers)).toEqual([before]);
    expect(partial.behind).toBe(true);
    await expect(scene.scan()).rejects.toMatchObject(distrusted);
    await expect(scene.scan()).rejects.toMatchObject(distrusted);
    scene.node.show(hidden);
    expect(txs((await scene.scan()).transfers)).toEqual([hidden, after]);
  });

  it.each([
    ['an unknown version', (response: Record<string, unknown>) => ({ ...response, version: 2 })],
    ['no version', (response: Record<string, unknown>) => ({ ...response, version: undefined })],
    ['no balances', (response: Record<string, unknown>) => ({ ...response, meta: null })],
    ['another slot', (response: Record<string, unknown>) => ({ ...response, slot: 1 })],
  ])('because a transaction has %s, stops the cursor', async (_what, change) => {
    const tx = await pay(1n);
    scene.node.tamper(tx, change);
    expect((await scene.scan()).transfers).toEqual([]);
    scene.finalize();
    await expect(scene.scan()).rejects.toMatchObject(distrusted);
    scene.node.tamper(tx, (response) => response);
    expect(txs((await scene.scan()).transfers)).toEqual([tx]);
  });

  it('on another chain is checked again after the failure', async () => {
    const { node } = scene;
    const chain = createSolanaChain({
      network: NETWORKS['solana-devnet'],
      rpc: createFetchRpc(node.url),
      random,
      assets: ASSETS_ON_NETWORKS.filter(({ token }) => token === undefined),
    });
    const watch = scene.watch();
    await expect(chain.scan(undefined, watch)).rejects.toMatchObject(distrusted);
    node.setGenesisHash('EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG');
    const { cursor } = await chain.scan(undefined, watch);

    // That another node responds now goes unnoticed until a call fails.
    node.setGenesisHash('another');
    await expect(chain.scan(cursor, watch)).resolves.toMatchObject({ behind: false });
    node.fallBehind(400);
    await expect(chain.scan(cursor, watch)).rejects.toThrow(/far behind/);
    node.fallBehind(0);
    await expect(chain.scan(cursor, watch)).rejects.toThrow(/on another chain/);
  });

  it('with a tip far behind the cursor is not read', async () => {
    await pay(1n);
    scene.node.ledger.advance(400);
    await scene.scan();
    scene.node.fallBehind(20);
    await expect(scene.scan()).resolves.toMatchObject({ transfers: [] });
    scene.node.fallBehind(200);
    await expect(scene.scan()).rejects.toMatchObject(distrusted);
    scene.node.fallBehind(0);
    await expect(scene.scan()).resolves.toMatchObject({ transfers: [] });
  });

  it('with other decimals of a token, or without the token, is not read', async () => {
    const { usdc, merchant } = scene;
    const watch = scene.watch();
    const listing = (token: string, decimals: number) =>
      scene.createChain([
        ...ASSETS_ON_NETWORKS,
        { code: 'USDC', network: NETWORKS['solana-local'].name, token, decimals },
      ]);
    await expect(listing(usdc.mint, 9).scan(undefined, watch)).rejects.toThrow(/6 decimals.*9 in the asset list/);
    await expect(listing(scene.reference(), 6).scan(undefined, watch)).rejects.toMatchObject(distrusted);
    await expect(listing(merchant.address, 6).scan(undefined, watch)).rejects.toMatchObject(distrusted);
    await expect(listing(usdc.mint, 6).scan(undefined, watch)).resolves.toMatchObject({ transfers: [] });
  });
});

describe('looking up a transaction', () => {
  it('finds it confirmed and final, for any recipient', async () => {
    const { chain, merchant, payer, actors, usdc } = scene;
    const account = await actors.give(merchant.address, usdc, 1n);
    const reference = scene.reference();
    const token = await actors.payToken(payer, account, 7n, { token: usdc, references: [reference] });
    const tx = await actors.send(payer, [token, actors.pay(payer, merchant.address, 9n)]);
    const slot = scene.node.ledger.slot();
    const seen = await chain.lookUp(tx);
    expect(seen).toMatchObject([
      { tx, asset: 'SOL', address: merchant.address, amount: parseDecimal('0.000000009'), blockHeight: undefined },
      { tx, asset: 'USDC', address: merchant.address, amount: parseDecimal('0.000007'), blockHeight: undefined },
    ]);
    expect(seen[1]?.keys).toContain(reference);
    scene.finalize();
    expect((await chain.lookUp(tx)).map(({ blockHeight }) => blockHeight)).toEqual([slot, slot]);
    expect(txs(await chain.lookUp(tx))).toEqual(
      txs((await scene.scanAll()).flatMap(({ transfers }) => transfers)).slice(-2),
    );
  });

  it('says if the node does not know when its block was made, like the scan', async () => {
    const tx = await pay(1n);
    expect(await scene.chain.lookUp(tx)).toMatchObject([{ tx, isUndated: false }]);
    scene.node.tamper(tx, (response) => ({ ...response, blockTime: null }));
    expect(await scene.chain.lookUp(tx)).toMatchObject([{ tx, isUndated: true }]);
    expect((await scene.scan()).transfers).toEqual([]);
    scene.finalize();
    expect((await scene.scan()).transfers).toMatchObject([{ tx, isUndated: true }]);
  });

  it('finds nothing after a fork dropped it, or for an invalid ID', async () => {
    const tx = await pay(1n);
    scene.node.ledger.fork();
    for (const text of [tx, scene.merchant.address, '0'.repeat(88), '1'.repeat(9_999)])
      expect(await scene.chain.lookUp(text)).toEqual([]);
  });

  it('reports a failure', async () => {
    const { actors, merchant, payer, chain } = scene;
    const instruction = actors.pay(payer, merchant.address, 10n ** 15n);
    const tx = await actors.send(payer, [instruction], { skipPreflight: true });
    expect(await chain.lookUp(tx)).toMatchObject([{ tx, failed: true, amount: 0n, address: merchant.address }]);
  });
});

describe('the test node behaves like a real one:', () => {
  it('an unknown `until` returns the newest page, and an unknown `before` nothing', async () => {
    const rpc = createFetchRpc(scene.node.url);
    const tx = await pay(1n);
    const unknown = `${tx.slice(1)}1`;
    const list = async (config: object) =>
      (await rpc.call('getSignaturesForAddress', [scene.merchant.address, { commitment: 'confirmed', ...config }])) as {
        signature: string;
      }[];
    expect((await list({ until: unknown })).map(({ signature }) => signature)).toEqual([tx]);
    expect(await list({ until: tx })).toEqual([]);
    expect(await list({ before: unknown })).toEqual([]);
    await expect(list({ minContextSlot: 10 ** 9 })).rejects.toMatchObject({ code: -32_016 });
  });

  it('slots, times, balances and tokens are consistent', async () => {
    const { node, usdc, merchant } = scene;
    const rpc = createFetchRpc(node.url);
    const [head, final] = await Promise.all(
      ['confirmed', 'finalized'].map((commitment) => rpc.call('getSlot', [{ commitment }])),
    );
    expect([head, final]).toEqual([node.ledger.slot(), node.ledger.slot() - 32]);
    expect(await rpc.call('getBlockTime', [head])).toBe(Math.floor(node.nowMs() / 1_000));
    expect(await rpc.call('getBalance', [merchant.address])).toMatchObject({ value: 1_000_000_000 });
    expect(await rpc.call('getTokenSupply', [usdc.mint])).toMatchObject({
      value: { amount: '1000000000000', decimals: 6 },
    });
    expect(await rpc.call('getAccountInfo', [usdc.mint, { encoding: 'jsonParsed' }])).toMatchObject({
      value: { data: { parsed: { info: { decimals: 6 } } } },
    });
    await expect(rpc.call('getNothing')).rejects.toMatchObject({ code: -32_601 });
  });

  it('a transaction of version 1 is not returned to a client that supports version 0', async () => {
    const { actors, payer, merchant, node } = scene;
    const rpc = createFetchRpc(node.url);
    const tx = await actors.send(payer, [actors.pay(payer, merchant.address, 7n)], { version: 1 });
    const read = (maxSupportedTransactionVersion: number) =>
      rpc.call('getTransaction', [tx, { commitment: 'confirmed', maxSupportedTransactionVersion }]);
    await expect(read(0)).rejects.toMatchObject({ code: -32_015 });
    await expect(read(1)).resolves.toMatchObject({ version: 1 });
  });

  it('a small amount of SOL to an empty wallet is rejected, and so is a duplicate', async () => {
    const { actors, payer, node } = scene;
    const sent = actors.send(payer, [actors.pay(payer, scene.reference(), 250_000n)]);
    await expect(sent).rejects.toMatchObject({ code: -32_002 });
    await pay(1n);
    const [wire = ''] = node.ledger.fork();
    node.ledger.send(wire, { skipPreflight: false });
    expect(() => node.ledger.send(wire, { skipPreflight: false })).toThrow('already processed');
  });
});
