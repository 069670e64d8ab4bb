import { describe, expect, it } from 'vitest';
import { ASSETS_ON_NETWORKS } from '../../domain/money/asset.ts';
import { parseDecimal } from '../../domain/money/decimal.ts';
import { NETWORKS } from '../../domain/networks/network.ts';
import { createAssetBook } from './asset-book.ts';
import type { Mint } from './read-mint.ts';
import { readTransaction } from './read-transaction.ts';
import { type Reading, readTransfers, revealTokenAccounts } from './read-transfers.ts';
import { SYSTEM_PROGRAM, TOKEN_PROGRAM } from './well-known.ts';

const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const book = createAssetBook(NETWORKS.solana, ASSETS_ON_NETWORKS);
const mint: Mint = { program: TOKEN_PROGRAM, decimals: 6, hasTransferFee: false };

const reading: Reading = {
  book,
  mints: new Map([[USDC, mint]]),
  wallets: new Set(['merchant']),
  ownerOf: new Map(),
  nowMs: 2_000_000_000_000,
  final: true,
};

type Change = Partial<Record<'meta' | 'message' | 'answer', Record<string, unknown>>>;

/** Somebody pays the merchant 250,000 lamports and names a reference. */
function makeAnswer({ meta, message, answer }: Change = {}): Record<string, unknown> {
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
    ...answer,
  };
}

const held = (accountIndex: number, owner: string | undefined, amount: string, token = USDC, decimals = 6) => ({
  accountIndex,
  mint: token,
  ...(owner === undefined ? {} : { owner }),
  uiTokenAmount: { amount, decimals },
});

const read = (change: Change, more: Partial<Reading> = {}) =>
  readTransfers(readTransaction('tx', makeAnswer(change)), { ...reading, ...more });

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
  it('are what the wallet has more than before', () => {
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
        failed: false,
        spends: [],
        firstSeenAtMs: 1_800_000_000_000,
      },
    ]);
  });

  it('are in no block while they are not final, and never seen in the future', () => {
    const [transfer] = read({}, { final: false, nowMs: 5 });
    expect(transfer).toMatchObject({ blockHeight: undefined, firstSeenAtMs: 5 });
    expect(read({ answer: { blockTime: null } })).toMatchObject([{ firstSeenAtMs: reading.nowMs }]);
  });

  it.each([
    ['the same', [1_000_000, 1_000_000, 1, 0]],
    ['less', [1_000_000, 999_999, 1, 0]],
  ])('are none where the wallet has %s afterwards', (_what, postBalances) => {
    expect(read({ meta: { postBalances } })).toEqual([]);
  });

  it('count loaded accounts behind the static ones, those to write first', () => {
    const change = {
      message: { accountKeys: ['payer', SYSTEM_PROGRAM] },
      meta: { loadedAddresses: { writable: ['other', 'merchant'], readonly: ['reference', 'second'] } },
    };
    const balances = { preBalances: [9, 1, 0, 5, 0, 0], postBalances: [1, 1, 0, 8, 0, 0] };
    expect(read({ ...change, meta: { ...change.meta, ...balances } })).toMatchObject([
      { index: 3, keys: ['other', 'reference', 'second'], amount: parseDecimal('0.000000003') },
    ]);
  });

  it('of a token are what its owner has more, by owner and mint and not by account', () => {
    const before = [held(1, 'payer', '100'), held(2, 'merchant', '5'), held(3, 'merchant', '7')];
    const after = [held(1, 'payer', '60'), held(2, 'merchant', '15'), held(3, 'merchant', '37')];
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
    const moved = [held(1, 'payer', '100'), held(2, 'merchant', '0'), held(3, 'merchant', '12')];
    expect(read(tokens(before, moved))).toEqual([]);
  });

  it('of a token count an account that is new, and not one that is gone', () => {
    expect(read(tokens([], [held(2, 'merchant', '5')]))).toMatchObject([
      { index: 2, amount: parseDecimal('0.000005') },
    ]);
    expect(read(tokens([held(2, 'merchant', '5')], []))).toEqual([]);
  });

  it('of a token go by who owns the account now, and by what was known where the node does not say', () => {
    const given = tokens([held(2, 'payer', '5')], [held(2, 'merchant', '5')]);
    expect(read(given)).toMatchObject([{ amount: parseDecimal('0.000005') }]);
    const silent = tokens([held(2, undefined, '5')], [held(2, undefined, '6')]);
    expect(read(silent)).toEqual([]);
    expect(read(silent, { ownerOf: new Map([['to', 'merchant']]) })).toMatchObject([
      { amount: parseDecimal('0.000001') },
    ]);
  });

  it('of a token that is not known, or takes a fee, have no asset', () => {
    const other = tokens([], [held(2, 'merchant', '5', 'other', 2)]);
    expect(read(other)).toMatchObject([{ asset: undefined, token: 'other', amount: parseDecimal('0.05') }]);
    const mints = new Map([[USDC, { ...mint, hasTransferFee: true }]]);
    expect(read(tokens([], [held(2, 'merchant', '5')]), { mints })).toMatchObject([{ asset: undefined, token: USDC }]);
  });

  it('of a token that is counted otherwise are distrusted', () => {
    expect(() => read(tokens([], [held(2, 'merchant', '5', USDC, 9)]))).toThrow(/USDC with 9 decimals/);
  });

  it('of everybody are told where nobody is named', () => {
    expect(read({}, { wallets: undefined })).toMatchObject([{ address: 'merchant' }]);
    expect(read({}, { wallets: new Set(['other']) })).toEqual([]);
  });
});

describe('a failed transaction', () => {
  const err = { InstructionError: [0, { Custom: 1 }] };

  it('is told once to each wallet, with nothing in it', () => {
    expect(read({ meta: { err } })).toMatchObject([
      { index: 1, address: 'merchant', asset: 'SOL', amount: 0n, failed: true, keys: ['reference'] },
    ]);
    const balances = [held(1, 'payer', '1'), held(2, 'merchant', '5')];
    expect(read(tokens(balances, balances, { err }))).toMatchObject([
      { index: 2, address: 'merchant', asset: 'USDC', token: USDC, amount: 0n, failed: true },
    ]);
  });

  it('is not told to who has signed it', () => {
    expect(read({ meta: { err } }, { wallets: new Set(['payer']) })).toEqual([]);
    const balances = [held(1, 'payer', '1')];
    expect(read(tokens(balances, balances, { err }), { wallets: new Set(['payer']) })).toEqual([]);
  });
});

describe('token accounts are revealed', () => {
  it('by the transactions that fill them, for the mints that are followed', () => {
    const after = [held(2, 'merchant', '5'), held(3, 'merchant', '5', 'other'), held(1, undefined, '1')];
    const tx = readTransaction('tx', makeAnswer(tokens([held(1, 'payer', '5')], after)));
    expect(revealTokenAccounts(tx, new Set([USDC]))).toEqual([{ owner: 'merchant', account: 'to' }]);
  });
});

describe('a transaction cannot be trusted', () => {
  it.each<[string, Change]>([
    ['of a version that is not known', { answer: { version: 2 } }],
    ['without a version', { answer: { version: undefined } }],
    ['without an outcome', { answer: { meta: null } }],
    ['without a slot', { answer: { slot: null } }],
    ['that is another one', { answer: { transaction: { signatures: ['other'], message: {} } } }],
    ['with too few balances', { meta: { postBalances: [1, 2, 3] } }],
    ['whose loaded accounts are missing', { meta: { preBalances: [1, 2, 3, 4, 5], postBalances: [1, 2, 3, 4, 5] } }],
    ['that does not say what tokens moved', { meta: { postTokenBalances: undefined } }],
    ['with a balance that is a fraction', { meta: { postBalances: [1, 2.5, 3, 4] } }],
    ['with a negative balance', { meta: { postBalances: [1, -2, 3, 4] } }],
    ['with a token account that is not there', { meta: { postTokenBalances: [held(9, 'merchant', '5')] } }],
    ['with a token amount that is no number', { meta: { postTokenBalances: [held(1, 'merchant', '5e3')] } }],
  ])('%s', (_what, change) => {
    expect(() => read(change)).toThrow(expect.objectContaining({ name: 'ChainError', kind: 'distrusted' }));
  });

  it('where the wallet has more than a float counts exactly, but may where somebody else has', () => {
    const huge = 2 ** 60;
    expect(read({ meta: { preBalances: [huge, 1, 1, 0], postBalances: [huge, 8, 1, 0] } })).toHaveLength(1);
    const own = { meta: { preBalances: [1, huge, 1, 0], postBalances: [1, huge, 1, 0] } };
    expect(() => read(own)).toThrow(/more than a Solana node can say exactly/);
    const exact = { preBalances: [1n, 2n ** 60n, 1n, 0n], postBalances: [1n, 2n ** 60n + 1n, 1n, 0n] };
    expect(read({ meta: exact })).toMatchObject([{ amount: parseDecimal('0.000000001') }]);
  });
});
