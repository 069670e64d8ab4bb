import { beforeEach, describe, expect, it } from 'vitest';
import { createFakeSolanaRpc, type FakePayment, type FakeSolanaRpc } from '../../../test/chains/fake-solana-rpc.ts';
import { ASSETS_ON_NETWORKS } from '../../domain/money/asset.ts';
import { parseDecimal } from '../../domain/money/decimal.ts';
import { ChainError } from '../../domain/networks/chain-error.ts';
import { NETWORKS } from '../../domain/networks/network.ts';
import type { Scan, Watch } from '../../ports/chain.ts';
import { sampleWatch } from '../sample-watch.test-fixture.ts';
import { createAssetBook } from './asset-book.ts';
import { scan } from './scan.ts';
import type { Cursor } from './scan-cursor.ts';
import { createSolanaNode } from './solana-node.ts';
import { TOKEN_PROGRAM } from './well-known.ts';

const START_MS = 1_800_000_000_000;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** What a scan may call for lists and transactions together. */
const CALLS_MAX = 400;

const network = NETWORKS['solana-devnet'];
const book = createAssetBook(network, ASSETS_ON_NETWORKS);
const usdc = book.named('USDC').token ?? '';
const mint = { program: TOKEN_PROGRAM, decimals: 6, hasTransferFee: false };

let rpc: FakeSolanaRpc;
let cursor: string | undefined;
/** When the first target of each wallet was assigned. */
let wallets: Map<string, number>;
let parts: Parameters<typeof scan>[0];

beforeEach(() => {
  rpc = createFakeSolanaRpc(START_MS);
  cursor = undefined;
  wallets = new Map([
    ['honest', START_MS],
    ['hostile', START_MS],
  ]);
  parts = { node: createSolanaNode(rpc), book, mints: new Map([[usdc, mint]]), seen: new Map() };
});

async function scanOnce(more: Partial<Watch> = {}): Promise<Scan> {
  rpc.calls.length = 0;
  const watch = sampleWatch(rpc.nowMs(), {
    sinceMs: 0,
    addresses: async () => [...wallets.keys()],
    sinceOf: async (address) => wallets.get(address) ?? Number.NaN,
    ...more,
  });
  const found = await scan(parts, cursor, watch);
  ({ cursor } = found);
  expect(rpc.calls.length).toBeLessThan(CALLS_MAX);
  return found;
}

async function scanAll(): Promise<Scan[]> {
  const scans = [await scanOnce()];
  while (scans.at(-1)?.behind && scans.length < 500) scans.push(await scanOnce());
  return scans;
}

const txs = (...scans: Scan[]) => scans.flatMap(({ transfers }) => transfers.map(({ tx }) => tx));
const txsTo = (address: string, ...scans: Scan[]) =>
  scans.flatMap(({ transfers }) => transfers.filter((one) => one.address === address).map(({ tx }) => tx));
const readBack = (): Cursor => JSON.parse(cursor ?? '') as Cursor;

describe('a wallet with a long history', () => {
  it('is read from its first target on, and delays no other', async () => {
    await scanOnce();
    rpc.finalize();
    wallets.set('old', rpc.nowMs());
    rpc.payMany(5_000, { to: 'old', agoMs: 700 * DAY_MS });
    const [paid, own] = [rpc.pay({ to: 'honest' }), rpc.pay({ to: 'old' })];
    rpc.finalize();
    const found = await scanOnce();
    expect(txs(found).toSorted()).toEqual([paid, own].toSorted());
    expect(found).toMatchObject({ behind: false, lagging: [], unreadable: [] });
    expect(rpc.calls.length).toBeLessThan(20);
  });

  it('is not read back where a node knows no block times', async () => {
    rpc.payMany(2_000, { to: 'hostile', agoMs: 30 * DAY_MS, blockTime: null });
    const paid = rpc.pay({ to: 'hostile', blockTime: null });
    rpc.finalize();
    expect((await scanOnce()).transfers).toMatchObject([{ tx: paid, isUndated: true }]);
    expect(rpc.calls.filter((method) => method === 'getTransaction')).toHaveLength(1);
  });

  it('has a payment from between its first target and its first scan, however late that is', async () => {
    const paid = rpc.pay({ to: 'honest' });
    for (let hours = 0; hours < 200; hours += 1) rpc.finalize();
    expect(txs(await scanOnce())).toEqual([paid]);
  });
});

describe('a busy wallet', () => {
  it('catches up over several scans, oldest first, while another is paid with the next one', async () => {
    await scanOnce();
    const sent = rpc.payMany(5_000, { to: 'hostile' });
    rpc.finalize();
    const scans = [await scanOnce()];
    const paid = rpc.pay({ to: 'honest' });
    rpc.finalize();
    scans.push(await scanOnce());
    expect(txsTo('honest', ...scans)).toEqual([paid]);
    scans.push(...(await scanAll()));
    expect(txsTo('hostile', ...scans)).toEqual(sent);
    expect(scans.length).toBeLessThan(5_000 / 200 + 5);
    expect(scans.at(-1)).toMatchObject({ behind: false, lagging: [] });
  });

  it('that adds more than is read is read as before, and lags alone', async () => {
    wallets.set('third', START_MS);
    await scanOnce();
    for (let round = 0; round < 20; round += 1) {
      rpc.payMany(700, { to: 'hostile' });
      const paid = [rpc.pay({ to: 'honest' }), rpc.pay({ to: 'third' })];
      rpc.finalize();
      const found = await scanOnce();
      expect([...txsTo('honest', found), ...txsTo('third', found)]).toEqual(paid);
      expect(txsTo('hostile', found).length).toBeGreaterThan(0);
      expect(found.scannedUntilMs).toBeGreaterThan(rpc.nowMs() - MINUTE_MS);
      expect(found.behind).toBe(true);
    }
    const { lagging = [] } = await scanOnce();
    expect(lagging.map(({ address }) => address)).toEqual(['hostile']);
    expect(lagging[0]?.scannedUntilMs).toBeLessThan(rpc.nowMs() - 2 * MINUTE_MS);
  });

  it('shares transactions with another without making it skip older ones', async () => {
    await scanOnce();
    const old = rpc.payMany(300, { to: 'hostile' });
    rpc.finalize();
    const shared = rpc.pay({ to: 'honest', keys: ['hostile'] });
    rpc.finalize();
    const scans = await scanAll();
    expect(txsTo('hostile', ...scans)).toEqual(old);
    expect(txsTo('honest', ...scans)).toEqual([shared]);
  });
});

describe('a wallet that cannot be read', () => {
  it('stops alone, and continues where it stopped', async () => {
    await scanOnce();
    const broken = rpc.pay({ to: 'hostile', version: 9 });
    rpc.finalize();
    const later = rpc.pay({ to: 'hostile' });
    rpc.finalize();
    for (let round = 0; round < 3; round += 1) {
      const paid = rpc.pay({ to: 'honest' });
      rpc.finalize();
      const found = await scanOnce();
      expect(txs(found)).toEqual([paid]);
      expect(found).toMatchObject({ behind: false, unreadable: [{ kind: 'distrusted' }] });
    }
    expect((await scanOnce()).lagging).toMatchObject([{ address: 'hostile' }]);
    rpc.tamper(broken, { version: 0 });
    const found = await scanOnce();
    expect(txs(found)).toEqual([broken, later]);
    expect(found).toMatchObject({ unreadable: [], lagging: [] });
  });

  it('has a rounded balance, and stops no other', async () => {
    const whale = rpc.pay({ to: 'hostile' });
    rpc.tamper(whale, { meta: { err: null, preBalances: [1, 2 ** 60, 1], postBalances: [1, 2 ** 60, 1] } });
    const paid = rpc.pay({ to: 'honest' });
    rpc.finalize();
    const found = await scanOnce();
    expect(txs(found)).toEqual([paid]);
    expect(found.unreadable).toHaveLength(1);
  });

  it('stops the scan if there is no other', async () => {
    wallets.delete('honest');
    rpc.pay({ to: 'hostile', version: 9 });
    rpc.finalize();
    await expect(scanOnce()).rejects.toMatchObject({ kind: 'distrusted' });
  });
});

describe('a node that stops responding', () => {
  it('in the middle of a scan takes nothing back that was read before', async () => {
    await scanOnce();
    const sent = rpc.payMany(8, { to: 'honest' });
    rpc.finalize();
    const pending = [{ tx: 'unknown', spends: [], blockHeight: undefined }];
    const call = rpc.call.bind(rpc);
    let left = 4;
    rpc.call = async (method, params) => {
      const isTransaction = method === 'getTransaction';
      if (left === 0 && (isTransaction || method === 'getSignatureStatuses')) throw new ChainError('away', 'busy');
      if (isTransaction) left -= 1;
      return call(method, params);
    };
    const first = await scanOnce({ pending });
    expect(first).toMatchObject({ behind: true, missing: [], unreadable: [] });
    expect(txs(first)).toEqual(sent.slice(0, 4));
    await expect(scanOnce({ pending })).rejects.toMatchObject({ kind: 'away' });
    rpc.call = call;
    expect(txs(await scanOnce())).toEqual(sent.slice(4));
  });
});

describe('a token account', () => {
  const account = { account: 'busy-account', mint: usdc, owner: 'honest', units: 5_000_000n };
  const toAccount = (more: Partial<FakePayment> = {}): FakePayment => ({ to: 'honest', token: account, ...more });

  it('that changes its owner is read from the last query on', async () => {
    await scanOnce();
    rpc.payMany(3_000, toAccount({ agoMs: 20 * DAY_MS, token: { ...account, owner: 'stranger' } }));
    for (let slots = 0; slots < 20; slots += 1) rpc.finalize();
    rpc.tokenAccounts.set('honest', [account]);
    const [token, coin] = [rpc.pay(toAccount()), rpc.pay({ to: 'hostile' })];
    rpc.finalize();
    const found = await scanOnce();
    expect(txs(found).toSorted()).toEqual([coin, token].toSorted());
    expect(found.behind).toBe(false);
  });

  it('with much to read delays neither its wallet nor another', async () => {
    await scanOnce();
    for (let slots = 0; slots < 20; slots += 1) rpc.finalize();
    rpc.tokenAccounts.set('honest', [account]);
    const tokens = rpc.payMany(3_000, toAccount());
    rpc.finalize();
    const coins = [rpc.pay({ to: 'honest' }), rpc.pay({ to: 'hostile' })];
    rpc.finalize();
    const first = await scanOnce();
    expect(txs(first)).toEqual(expect.arrayContaining(coins));
    const all = txs(first, ...(await scanAll()));
    expect(all.toSorted()).toEqual([...tokens, ...coins].toSorted());
  });

  it('among very many of a wallet is read in its turn', async () => {
    const many = Array.from({ length: 45 }, (_, index) => ({ ...account, account: `account-${index}` }));
    rpc.tokenAccounts.set('honest', many);
    await scanAll();
    const sent = many.map((token) => rpc.pay({ to: 'honest', token }));
    const paid = rpc.pay({ to: 'hostile' });
    rpc.finalize();
    const first = await scanOnce();
    expect(txs(first)).toContain(paid);
    expect(txs(first, ...(await scanAll())).toSorted()).toEqual([...sent, paid].toSorted());
  });
});

describe('very many wallets', () => {
  it('are read in turn, with a limited number of calls in each scan', async () => {
    for (let number = 0; number < 250; number += 1) wallets.set(`wallet-${number}`, START_MS);
    const first = await scanAll();
    expect(first.length).toBeGreaterThan(2);
    const sent = [...wallets.keys()].map((to) => rpc.pay({ to }));
    rpc.finalize();
    const scans = await scanAll();
    expect(txs(...scans).toSorted()).toEqual(sent.toSorted());
    expect(scans.length).toBeLessThan(6);
    expect(scans.at(-1)).toMatchObject({ behind: false, lagging: [] });
  });

  it('that are no longer watched are forgotten, and what was seen is followed to its end', async () => {
    const seen = rpc.pay({ to: 'hostile' });
    expect(txs(await scanOnce())).toEqual([seen]);
    wallets.delete('hostile');
    rpc.finalize();
    const found = await scanOnce({ pending: [{ tx: seen, spends: [], blockHeight: undefined }] });
    expect(found.transfers).toMatchObject([{ tx: seen, address: 'hostile' }]);
    expect(found.transfers[0]?.blockHeight).toBeDefined();
    expect(cursor).not.toContain('hostile');
  });
});

/** The text of a cursor as the version before wrote it. */
const formerCursor = (marks: Cursor['marks'], tokenAccounts: string[] = []) =>
  JSON.stringify({
    tipSlot: 299_000_000,
    wallets: { honest: { tokenAccounts, askedAtMs: START_MS }, hostile: { tokenAccounts: [], askedAtMs: START_MS } },
    marks,
  });

describe('a cursor of the version before', () => {
  it('is continued: nothing above a mark is skipped, and no history is read without one', async () => {
    const [handled, missed] = [rpc.pay({ to: 'honest', agoMs: 3 * DAY_MS }), rpc.pay({ to: 'honest', agoMs: DAY_MS })];
    rpc.payMany(2_000, { to: 'hostile', agoMs: DAY_MS });
    const slot = 300_000_000 - (3 * DAY_MS) / 400;
    const text = formerCursor({ honest: { floor: slot - 32, done: { [handled]: slot } } });
    const paid = rpc.pay({ to: 'hostile' });
    rpc.finalize();
    cursor = text;
    expect(txs(await scanOnce())).toEqual([missed, paid]);
    expect(readBack().marks['hostile']).toMatchObject({ sinceMs: START_MS });
  });

  it('knows what was handled of an account that was just revealed', async () => {
    const token = { account: 'account', mint: usdc, owner: 'honest', units: 5n };
    const [handled, open] = [rpc.pay({ to: 'honest', token }), rpc.pay({ to: 'honest', token })];
    cursor = formerCursor({ account: { floor: 0, done: { [handled]: 300_000_000 } } }, ['account']);
    rpc.finalize();
    expect(txs(await scanOnce())).toEqual([open]);
  });
});

describe('a transaction without a block time', () => {
  it('is not reported before it is final, and says that its age is unknown', async () => {
    const paid = rpc.pay({ to: 'honest', blockTime: null, lamports: 250_000n });
    expect((await scanOnce()).transfers).toEqual([]);
    rpc.finalize();
    expect((await scanOnce()).transfers).toMatchObject([
      { tx: paid, amount: parseDecimal('0.00025'), isUndated: true },
    ]);
  });
});
