import { describe, expect, it } from 'vitest';
import { ASSETS_ON_NETWORKS } from '../../domain/money/asset.ts';
import { parseDecimal } from '../../domain/money/decimal.ts';
import { NETWORKS } from '../../domain/networks/network.ts';
import { createAssetBook } from './asset-book.ts';
import type { Mint } from './read-mint.ts';
import { readTransaction } from './read-transaction.ts';
import { type ReadContext, readTransfers, revealTokenAccounts } from './read-transfers.ts';
import { SYSTEM_PROGRAM, TOKEN_PROGRAM } from './well-known.ts';

const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const book = createAssetBook(NETWORKS.solana, ASSETS_ON_NETWORKS);
const mint: Mint = { program: TOKEN_PROGRAM, decimals: 6, hasTransferFee: false };

const context: ReadContext = {
  book,
  mints: new Map([[USDC, mint]]),
  wallets: new Set(['merchant']),
  ownerOf: new Map(),
  nowMs: 2_000_000_000_000,
  final: true,
};

type Change = Partial<Record<'meta' | 'message' | 'response', Record<string, unknown>>>;

/** A payment of 250,000 lamports to the merchant, with a reference. */
function makeResponse({ meta, message, response }: Change = {}): Record<string, unknown> {
  return {
    slot: 77,
    blockTime: 1_800_000_000,
    version: 0,
    transaction: {
      signatures: ['tx'],
      message: {
        accountKeys: ['payer', 'merchant', SYSTEM_PROGRAM, 'reference'],
        header: { numRequiredSignatures: 1, numReadonlySignedAccounts: 0, numReadonlyUnsignedAccounts: 2 },
        ...message,
      },
    },
    meta: {
      err: null,
      preBalances: [1_000_000, 1_000_000, 1, 0],
      postBalances: [745_000, 1_250_000, 1, 0],
      preTokenBalances: [],
      postTokenBalances: [],
      loadedAddresses: { writable: [], readonly: [] },
      ...meta,
    },
    ...response,
  };
}

const balance = (accountIndex: number, owner: string | undefined, amount: string, token = USDC, decimals = 6) => ({
  accountIndex,
  mint: token,
  ...(owner === undefined ? {} : { owner }),
  uiTokenAmount: { amount, decimals },
});

const read = (change: Change, more: Partial<ReadContext> = {}) =>
  readTransfers(readTransaction('tx', makeResponse(change)), { ...context, ...more });

/** The same accounts with token balances instead of lamports. */
const tokens = (before: unknown[], after: unknown[], meta: Record<string, unknown> = {}): Change => ({
  message: { accountKeys: ['payer', 'from', 'to', 'to2', USDC, TOKEN_PROGRAM, 'reference'] },
  meta: {
    preBalances: [9, 1, 1, 1, 1, 1, 0],
    postBalances: [4, 1, 1, 1, 1, 1, 0],
    preTokenBalances: before,
    postTokenBalances: after,
    ...meta,
  },
});

describe('the transfers of a transaction', () => {
  it('are the increase of the wallet’s balance', () => {
    expect(read({})).toEqual([
      {
        tx: 'tx',
        index: 1,
        keys: ['reference'],
        address: 'merchant',
        asset: 'SOL',
        token: undefined,
        amount: parseDecimal('0.00025'),
        blockHeight: 77,
        blockTimeMs: 1_800_000_000_000,
        failed: false,
        spends: [],
        firstSeenAtMs: 1_800_000_000_000,
        isUndated: false,
      },
    ]);
  });

  it('have no block before they are final, and are never seen in the future', () => {
    const [transfer] = read({}, { final: false, nowMs: 5 });
    expect(transfer).toMatchObject({ blockHeight: undefined, blockTimeMs: undefined, firstSeenAtMs: 5 });
    const { nowMs } = context;
    expect(read({ response: { blockTime: null } })).toMatchObject([
      { blockTimeMs: nowMs, firstSeenAtMs: nowMs, isUndated: true },
    ]);
    expect(read({}, { nowMs: 5 })).toMatchObject([{ blockTimeMs: 1_800_000_000_000, firstSeenAtMs: 5 }]);
  });

  it.each([
    ['the same balance', [1_000_000, 1_000_000, 1, 0]],
    ['a lower balance', [1_000_000, 999_999, 1, 0]],
  ])('do not exist if the wallet has %s afterwards', (_what, postBalances) => {
    expect(read({ meta: { postBalances } })).toEqual([]);
  });

  it('count loaded accounts after static ones, writable accounts first', () => {
    const change = {
      message: { accountKeys: ['payer', SYSTEM_PROGRAM] },
      meta: { loadedAddresses: { writable: ['other', 'merchant'], readonly: ['reference', 'second'] } },
    };
    const balances = { preBalances: [9, 1, 0, 5, 0, 0], postBalances: [1, 1, 0, 8, 0, 0] };
    expect(read({ ...change, meta: { ...change.meta, ...balances } })).toMatchObject([
      { index: 3, keys: ['other', 'reference', 'second'], amount: parseDecimal('0.000000003') },
    ]);
  });

  it('of a token are the increase per owner and mint, not per account', () => {
    const before = [balance(1, 'payer', '100'), balance(2, 'merchant', '5'), balance(3, 'merchant', '7')];
    const after = [balance(1, 'payer', '60'), balance(2, 'merchant', '15'), balance(3, 'merchant', '37')];
    expect(read(tokens(before, after))).toMatchObject([
      {
        index: 3,
        address: 'merchant',
        asset: 'USDC',
        token: USDC,
        amount: parseDecimal('0.00004'),
        keys: ['from', 'reference'],
      },
    ]);
    const moved = [balance(1, 'payer', '100'), balance(2, 'merchant', '0'), balance(3, 'merchant', '12')];
    expect(read(tokens(before, moved))).toEqual([]);
  });

  it('of a token include new accounts and ignore closed ones', () => {
    expect(read(tokens([], [balance(2, 'merchant', '5')]))).toMatchObject([
      { index: 2, amount: parseDecimal('0.000005') },
    ]);
    expect(read(tokens([balance(2, 'merchant', '5')], []))).toEqual([]);
  });

  it('of a token belong to the current owner, or to the known owner if the node omits it', () => {
    const given = tokens([balance(2, 'payer', '5')], [balance(2, 'merchant', '5')]);
    expect(read(given)).toMatchObject([{ amount: parseDecimal('0.000005') }]);
    const withoutOwner = tokens([balance(2, undefined, '5')], [balance(2, undefined, '6')]);
    expect(read(withoutOwner)).toEqual([]);
    expect(read(withoutOwner, { ownerOf: new Map([['to', 'merchant']]) })).toMatchObject([
      { amount: parseDecimal('0.000001') },
    ]);
  });

  it('of an unknown token or one with a transfer fee have no asset', () => {
    const other = tokens([], [balance(2, 'merchant', '5', 'other', 2)]);
    expect(read(other)).toMatchObject([{ asset: undefined, token: 'other', amount: parseDecimal('0.05') }]);
    const mints = new Map([[USDC, { ...mint, hasTransferFee: true }]]);
    expect(read(tokens([], [balance(2, 'merchant', '5')]), { mints })).toMatchObject([
      { asset: undefined, token: USDC },
    ]);
  });

  it('of a token with other decimals are distrusted', () => {
    expect(() => read(tokens([], [balance(2, 'merchant', '5', USDC, 9)]))).toThrow(/USDC with 9 decimals/);
  });

  it('of all wallets are returned if no wallets are given', () => {
    expect(read({}, { wallets: undefined })).toMatchObject([{ address: 'merchant' }]);
    expect(read({}, { wallets: new Set(['other']) })).toEqual([]);
  });
});

describe('a failed transaction', () => {
  const err = { InstructionError: [0, { Custom: 1 }] };

  it('is returned once per wallet, with a zero amount', () => {
    expect(read({ meta: { err } })).toMatchObject([
      { index: 1, address: 'merchant', asset: 'SOL', amount: 0n, failed: true, keys: ['reference'] },
    ]);
    const balances = [balance(1, 'payer', '1'), balance(2, 'merchant', '5')];
    expect(read(tokens(balances, balances, { err }))).toMatchObject([
      { index: 2, address: 'merchant', asset: 'USDC', token: USDC, amount: 0n, failed: true },
    ]);
  });

  it('is not returned for its signer', () => {
    expect(read({ meta: { err } }, { wallets: new Set(['payer']) })).toEqual([]);
    const balances = [balance(1, 'payer', '1')];
    expect(read(tokens(balances, balances, { err }), { wallets: new Set(['payer']) })).toEqual([]);
  });
});

describe('token accounts are revealed', () => {
  it('by transactions that send watched tokens to them', () => {
    const after = [balance(2, 'merchant', '5'), balance(3, 'merchant', '5', 'other'), balance(1, undefined, '1')];
    const tx = readTransaction('tx', makeResponse(tokens([balance(1, 'payer', '5')], after)));
    expect(revealTokenAccounts(tx, new Set([USDC]))).toEqual([{ owner: 'merchant', account: 'to' }]);
  });
});

describe('a transaction is distrusted', () => {
  it.each<[string, Change]>([
    ['with an unknown version', { response: { version: 2 } }],
    ['without a version', { response: { version: undefined } }],
    ['without metadata', { response: { meta: null } }],
    ['without a slot', { response: { slot: null } }],
    ['that was not requested', { response: { transaction: { signatures: ['other'], message: {} } } }],
    ['with too few balances', { meta: { postBalances: [1, 2, 3] } }],
    ['whose loaded accounts are missing', { meta: { preBalances: [1, 2, 3, 4, 5], postBalances: [1, 2, 3, 4, 5] } }],
    ['without token balances', { meta: { postTokenBalances: undefined } }],
    ['with a balance that is a fraction', { meta: { postBalances: [1, 2.5, 3, 4] } }],
    ['with a negative balance', { meta: { postBalances: [1, -2, 3, 4] } }],
    ['with an invalid index of a token account', { meta: { postTokenBalances: [balance(9, 'merchant', '5')] } }],
    ['with a token amount that is not a number', { meta: { postTokenBalances: [balance(1, 'merchant', '5e3')] } }],
  ])('%s', (_what, change) => {
    expect(() => read(change)).toThrow(expect.objectContaining({ name: 'ChainError', kind: 'distrusted' }));
  });

  it('if a balance was rounded, but not if it is exact', () => {
    const rounded = 2 ** 60;
    expect(() => read({ meta: { preBalances: [1, rounded, 1, 0], postBalances: [1, rounded, 1, 0] } })).toThrow(
      /a balance in an invalid format/,
    );
    const exact = { preBalances: [1n, 2n ** 60n, 1n, 0n], postBalances: [1n, 2n ** 60n + 1n, 1n, 0n] };
    expect(read({ meta: exact })).toMatchObject([{ amount: parseDecimal('0.000000001') }]);
  });
});
