import { type ChainUnits, subtract } from '../../domain/money/money.ts';
import { ChainError } from '../../domain/networks/chain-error.ts';
import { asCount, asList, asMs, asRecord, asText, asUnits } from './read-answer.ts';

/** What a transaction did to the accounts that it names. */
export interface Transaction {
  signature: string;
  slot: number;
  blockTimeMs: number | undefined;
  failed: boolean;
  /** The static ones, then what lookup tables gave to write, then what they gave to read. */
  keys: readonly string[];
  /** So many of the first keys have signed. */
  signerCount: number;
  /** By position in `keys`, after less before; undefined where the balance is more than JSON can say exactly. */
  lamportDeltas: readonly (ChainUnits | undefined)[];
  tokens: readonly TokenBalance[];
}

/** What a token account held before or after the transaction. */
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
 * Reads a transaction in the encoding `json`, which is the same for all versions. What does not fit together is not
 * guessed at: a transaction that is read wrong is money credited wrong.
 */
export function readTransaction(signature: string, answer: Record<string, unknown>): Transaction {
  const distrust = (why: string) => new ChainError('distrusted', `The Solana transaction ${signature} ${why}.`);
  if (!VERSIONS.has(answer['version'])) throw distrust('has a version that is not known here');
  const { signatures, message } = asRecord(answer['transaction'], 'a transaction');
  if (asList(signatures, 'signatures')[0] !== signature) throw distrust('was asked for, and another one was given');
  if (answer['meta'] === null) throw distrust('has no balances: the node does not keep them');
  const meta = asRecord(answer['meta'], 'the outcome of a transaction');
  const { accountKeys, header } = asRecord(message, 'a message');
  const keys = [
    ...asList(accountKeys, 'account keys').map((key) => asText(key, 'an account key')),
    ...readLoaded(meta['loadedAddresses']),
  ];
  const before = asList(meta['preBalances'], 'balances').map(readLamports);
  const after = asList(meta['postBalances'], 'balances').map(readLamports);
  if (before.length !== keys.length || after.length !== keys.length) throw distrust('does not name all its accounts');
  return {
    signature,
    slot: asCount(answer['slot'], 'the slot of a transaction'),
    blockTimeMs: asMs(answer['blockTime'], 'the time of a block'),
    failed: (meta['err'] ?? null) !== null,
    keys,
    signerCount: asCount(asRecord(header, 'a header')['numRequiredSignatures'], 'a number of signatures'),
    lamportDeltas: after.map((units, index) => changeOf(units, before[index])),
    tokens: [
      ...readTokenBalances(meta['preTokenBalances'], 'before', keys.length),
      ...readTokenBalances(meta['postTokenBalances'], 'after', keys.length),
    ],
  };
}

/** Somebody in a transaction may hold more than nine million SOL; that concerns only those whose balance it is. */
function readLamports(value: unknown): ChainUnits | undefined {
  return typeof value === 'number' && value > Number.MAX_SAFE_INTEGER ? undefined : asUnits(value, 'a balance');
}

const changeOf = (after: ChainUnits | undefined, before: ChainUnits | undefined): ChainUnits | undefined =>
  after === undefined || before === undefined ? undefined : subtract(after, before);

function readLoaded(value: unknown): string[] {
  if (value === undefined || value === null) return [];
  const { writable, readonly } = asRecord(value, 'loaded addresses');
  return [...asList(writable, 'loaded addresses'), ...asList(readonly, 'loaded addresses')].map((key) =>
    asText(key, 'a loaded address'),
  );
}

function readTokenBalances(value: unknown, when: 'before' | 'after', keyCount: number): TokenBalance[] {
  // A node that does not say what tokens moved must not look like one that says that none did.
  return asList(value, 'token balances').map((entry) => {
    const { accountIndex, mint, owner, uiTokenAmount } = asRecord(entry, 'a token balance');
    const { amount, decimals } = asRecord(uiTokenAmount, 'the amount of a token balance');
    const index = asCount(accountIndex, 'the position of a token account');
    if (index >= keyCount) throw new ChainError('distrusted', 'A Solana node names a token account that is not there.');
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
