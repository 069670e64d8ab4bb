import { type ChainUnits, subtract, ZERO } from '../../domain/money/money.ts';
import { ChainError } from '../../domain/networks/chain-error.ts';
import { asCount, asList, asMs, asRecord, asText, asUnits } from './read-response.ts';

export interface Transaction {
  signature: string;
  slot: number;
  blockTimeMs: number | undefined;
  failed: boolean;
  /** The static keys, then the writable and the read-only keys from lookup tables. */
  keys: readonly string[];
  /** The number of keys, from the first, that signed. */
  signerCount: number;
  /** Change of balance by position in `keys`. */
  lamportDeltas: readonly ChainUnits[];
  tokens: readonly TokenBalance[];
}

/** The balance of a token account before or after the transaction. */
interface TokenBalance {
  when: 'before' | 'after';
  /** The position of the token account in `keys`. */
  index: number;
  mint: string;
  owner: string | undefined;
  units: ChainUnits;
  decimals: number;
}

const VERSIONS: ReadonlySet<unknown> = new Set(['legacy', 0, 1]);

/**
 * Reads a transaction in the `json` encoding, which is the same for all versions. Inconsistent data is rejected, because
 * a transaction read wrong is money credited wrong.
 */
export function readTransaction(signature: string, response: Record<string, unknown>): Transaction {
  const distrusted = (why: string) => new ChainError('distrusted', `The Solana transaction ${signature} ${why}.`);
  if (!VERSIONS.has(response['version'])) throw distrusted('has an unknown version');
  const { signatures, message } = asRecord(response['transaction'], 'a transaction');
  if (asList(signatures, 'signatures')[0] !== signature)
    throw distrusted('was requested, but the node returned another one');
  if (response['meta'] === null) throw distrusted('has no balances, because the node does not store them');
  const meta = asRecord(response['meta'], 'the metadata of a transaction');
  const { accountKeys, header } = asRecord(message, 'a message');
  const keys = [
    ...asList(accountKeys, 'account keys').map((key) => asText(key, 'an account key')),
    ...readLoaded(meta['loadedAddresses']),
  ];
  const before = asList(meta['preBalances'], 'balances').map((value) => asUnits(value, 'a balance'));
  const after = asList(meta['postBalances'], 'balances').map((value) => asUnits(value, 'a balance'));
  if (before.length !== keys.length || after.length !== keys.length) throw distrusted('does not list all its accounts');
  return {
    signature,
    slot: asCount(response['slot'], 'the slot of a transaction'),
    blockTimeMs: asMs(response['blockTime'], 'the time of a block'),
    failed: (meta['err'] ?? null) !== null,
    keys,
    signerCount: asCount(asRecord(header, 'a header')['numRequiredSignatures'], 'a number of signatures'),
    lamportDeltas: after.map((units, index) => subtract(units, before[index] ?? ZERO)),
    tokens: [
      ...readTokenBalances(meta['preTokenBalances'], 'before', keys.length),
      ...readTokenBalances(meta['postTokenBalances'], 'after', keys.length),
    ],
  };
}

function readLoaded(value: unknown): string[] {
  if (value === undefined || value === null) return [];
  const { writable, readonly } = asRecord(value, 'loaded addresses');
  return [...asList(writable, 'loaded addresses'), ...asList(readonly, 'loaded addresses')].map((key) =>
    asText(key, 'a loaded address'),
  );
}

function readTokenBalances(value: unknown, when: 'before' | 'after', keyCount: number): TokenBalance[] {
  // If a node omits token balances, it must not look as if no tokens moved.
  return asList(value, 'token balances').map((entry) => {
    const { accountIndex, mint, owner, uiTokenAmount } = asRecord(entry, 'a token balance');
    const { amount, decimals } = asRecord(uiTokenAmount, 'the amount of a token balance');
    const index = asCount(accountIndex, 'the index of a token account');
    if (index >= keyCount)
      throw new ChainError('distrusted', 'A Solana node returned an invalid index of a token account.');
    return {
      when,
      index,
      mint: asText(mint, 'a mint'),
      owner: owner === undefined || owner === null ? undefined : asText(owner, 'the owner of a token account'),
      units: asUnits(amount, 'the amount of a token balance'),
      decimals: asCount(decimals, 'the decimals of a token'),
    };
  });
}
