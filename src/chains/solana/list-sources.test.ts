import { address, generateKeyPairSigner, getProgramDerivedAddress } from '@solana/kit';
import { beforeAll, describe, expect, it } from 'vitest';
import { ASSETS_ON_NETWORKS } from '../../domain/money/asset.ts';
import { NETWORKS } from '../../domain/networks/network.ts';
import { createAssetBook } from './asset-book.ts';
import { listSources } from './list-sources.ts';
import { readTransaction } from './read-transaction.ts';
import { readTransfers } from './read-transfers.ts';
import { SYSTEM_PROGRAM, TOKEN_PROGRAM } from './well-known.ts';

const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const context = {
  book: createAssetBook(NETWORKS.solana, ASSETS_ON_NETWORKS),
  mints: new Map([[USDC, { program: TOKEN_PROGRAM, decimals: 6, hasTransferFee: false }]]),
  wallets: undefined,
  ownerOf: new Map<string, string>(),
  nowMs: 0,
  final: true,
};

let [payer, other, relay, merchant, vault] = ['', '', '', '', ''];
beforeAll(async () => {
  const signers = await Promise.all(Array.from({ length: 4 }, () => generateKeyPairSigner()));
  [payer = '', other = '', relay = '', merchant = ''] = signers.map((signer) => signer.address as string);
  [vault] = await getProgramDerivedAddress({ programAddress: address(TOKEN_PROGRAM), seeds: ['vault'] });
});

interface Given {
  keys: string[];
  signers: number;
  /** The change of lamports of each key. */
  lamports?: number[];
  /** `[index, owner, before, after]` of token accounts. */
  tokens?: [number, string, string, string][];
}

const balance = ([accountIndex, owner]: [number, string, string, string], amount: string) => ({
  accountIndex,
  owner,
  mint: USDC,
  uiTokenAmount: { amount, decimals: 6 },
});

/** The sources of the transfer to the merchant. */
function sourcesIn({ keys, signers, lamports = keys.map(() => 0), tokens = [] }: Given): string[] {
  const tx = readTransaction('tx', {
    slot: 1,
    blockTime: 1,
    version: 0,
    transaction: {
      signatures: ['tx'],
      message: { accountKeys: keys, header: { numRequiredSignatures: signers } },
    },
    meta: {
      err: null,
      preBalances: keys.map(() => 1_000_000_000),
      postBalances: lamports.map((delta) => 1_000_000_000 + delta),
      preTokenBalances: tokens.map((one) => balance(one, one[2])),
      postTokenBalances: tokens.map((one) => balance(one, one[3])),
    },
  });
  const transfer = readTransfers(tx, context).find((one) => one.address === merchant);
  return listSources(tx, transfer ?? expect.fail(), context);
}

describe('the sources of a transfer', () => {
  it('are the accounts whose coins fell by its amount, not the one that only paid the fee', () => {
    const keys = [relay, payer, merchant, SYSTEM_PROGRAM];
    expect(sourcesIn({ keys, signers: 2, lamports: [-5_000, -250_000, 250_000, 0] })).toEqual([payer]);
    const own = [payer, merchant, SYSTEM_PROGRAM];
    expect(sourcesIn({ keys: own, signers: 1, lamports: [-255_000, 250_000, 0] })).toEqual([payer]);
  });

  it('are all accounts whose coins fell if several paid together', () => {
    const keys = [payer, other, merchant, SYSTEM_PROGRAM];
    expect(sourcesIn({ keys, signers: 2, lamports: [-105_000, -150_000, 250_000, 0] })).toEqual([payer, other]);
  });

  it('are the owners of tokens, not the account that only paid the fee', () => {
    const keys = [relay, 'from', 'to', 'change'];
    const tokens: Given['tokens'] = [
      [1, payer, '100', '10'],
      [3, payer, '0', '40'],
      [2, merchant, '0', '50'],
    ];
    expect(sourcesIn({ keys, signers: 1, lamports: [-5_000, 0, 0, 0], tokens })).toEqual([payer]);
  });

  it('are the signers if a program held the money', () => {
    const keys = [payer, vault, merchant];
    expect(sourcesIn({ keys, signers: 1, lamports: [-5_000, -250_000, 250_000] })).toEqual([payer]);
    const pool: Given['tokens'] = [
      [1, vault, '100', '50'],
      [2, merchant, '0', '50'],
    ];
    expect(sourcesIn({ keys: [payer, 'pool', 'to'], signers: 1, tokens: pool })).toEqual([payer]);
  });
});
