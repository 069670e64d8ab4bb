import { fromUnits } from '../../domain/money/decimal.ts';
import {
  add,
  type ChainUnits,
  type CryptoAmount,
  cryptoAmount,
  subtract,
  sum,
  toBigInt,
  ZERO,
} from '../../domain/money/money.ts';
import { ChainError } from '../../domain/networks/chain-error.ts';
import type { Transfer } from '../../domain/transfers/transfer.ts';
import type { AssetBook } from './asset-book.ts';
import type { Mint } from './read-mint.ts';
import type { Transaction } from './read-transaction.ts';
import { isKnownMint, isProgram } from './well-known.ts';

const SCALE_DECIMALS_MAX = 18;

export interface ReadContext {
  book: AssetBook;
  /** The tokens of the book, as read from the chain. */
  mints: ReadonlyMap<string, Mint>;
  /** Returns only transfers to these wallets; undefined for all wallets. */
  wallets: ReadonlySet<string> | undefined;
  /** Known owners of token accounts. */
  ownerOf: ReadonlyMap<string, string>;
  nowMs: number;
  /** A transaction that is not final can still disappear. */
  final: boolean;
}

/** The change of one owner's balance of one mint, over all token accounts. */
interface Holding {
  owner: string;
  mint: string;
  decimals: number;
  /** By the index of the token account. */
  deltas: Map<number, ChainUnits>;
}

/**
 * Reads transfers from the change of each owner's balance. An instruction may name more than arrives, and money that moves
 * between accounts of the same owner is not a transfer.
 */
export function readTransfers(tx: Transaction, context: ReadContext): Transfer[] {
  const holdings = listHoldings(tx, context).filter(({ owner }) => isWatched(owner, context));
  const found = tx.failed
    ? listFailed(tx, holdings, context)
    : [...listCoins(tx, context), ...holdings.flatMap((holding) => readHolding(holding, context))];
  // Without a time from the node, a block is as old as the scan: never older than it really is, but maybe much younger.
  const isUndated = tx.blockTimeMs === undefined;
  const blockTimeMs = tx.blockTimeMs ?? context.nowMs;
  const firstSeenAtMs = Math.min(blockTimeMs, context.nowMs);
  return found.map(({ index, address, asset, token, amount }) => ({
    tx: tx.signature,
    index,
    keys: listReferences(tx, address, holdings),
    address,
    asset,
    token,
    amount,
    blockHeight: context.final ? tx.slot : undefined,
    blockTimeMs: context.final ? blockTimeMs : undefined,
    failed: tx.failed,
    spends: [],
    firstSeenAtMs,
    isUndated,
  }));
}

/** The token accounts of watched mints in a transaction, with their owners. */
export function revealTokenAccounts(tx: Transaction, mints: ReadonlySet<string>): { owner: string; account: string }[] {
  return tx.tokens.flatMap(({ when, owner, mint, index }) => {
    const account = tx.keys[index];
    return when === 'after' && owner !== undefined && account !== undefined && mints.has(mint)
      ? [{ owner, account }]
      : [];
  });
}

type Found = Pick<Transfer, 'index' | 'address' | 'asset' | 'token' | 'amount'>;

const isWatched = (owner: string, { wallets }: ReadContext): boolean => wallets?.has(owner) ?? true;

function listCoins(tx: Transaction, { book, wallets }: ReadContext): Found[] {
  return tx.keys.flatMap((address, index) => {
    if (wallets !== undefined && !wallets.has(address)) return [];
    const lamports = tx.lamportDeltas[index] ?? ZERO;
    if (lamports <= ZERO) return [];
    const amount = fromUnits(lamports, book.coin.decimals);
    return [{ index, address, asset: book.coin.code, token: undefined, amount }];
  });
}

export function listHoldings(tx: Transaction, { ownerOf }: Pick<ReadContext, 'ownerOf'>): Holding[] {
  const holdings = new Map<string, Holding>();
  for (const { when, index, mint, units, decimals, ...balance } of tx.tokens) {
    const owner = balance.owner ?? ownerOf.get(tx.keys[index] ?? '');
    if (owner === undefined) continue;
    const name = `${owner} ${mint}`;
    const holding = holdings.get(name) ?? { owner, mint, decimals, deltas: new Map<number, ChainUnits>() };
    holdings.set(name, holding);
    const delta: ChainUnits = holding.deltas.get(index) ?? ZERO;
    holding.deltas.set(index, when === 'after' ? add(delta, units) : subtract(delta, units));
  }
  return [...holdings.values()];
}

function readHolding(holding: Holding, context: ReadContext): Found[] {
  const amount = atScale(sum(holding.deltas.values()), holding.decimals);
  return amount <= ZERO ? [] : [describe(holding, amount, context)];
}

function describe(holding: Holding, amount: CryptoAmount, { book, mints }: ReadContext): Found {
  const { owner: address, mint: token, decimals, deltas } = holding;
  const known = book.byMint.get(token);
  if (known !== undefined && known.decimals !== decimals)
    throw new ChainError('distrusted', `A Solana node returned ${known.code} with ${decimals} decimals.`);
  const asset = mints.get(token)?.hasTransferFee === false ? known?.code : undefined;
  return { index: findDestination(deltas), address, asset, token, amount };
}

/** The account that received most; the first one if several received the same. */
function findDestination(deltas: ReadonlyMap<number, ChainUnits>): number {
  const [first = [0, ZERO], ...others] = [...deltas].sort(([a], [b]) => a - b);
  return others.reduce<readonly [number, ChainUnits]>((most, other) => (other[1] > most[1] ? other : most), first)[0];
}

/** A token may have up to 255 decimals. Amounts below the smallest unit are rounded down. */
export function atScale(units: ChainUnits, decimals: number): CryptoAmount {
  return decimals <= SCALE_DECIMALS_MAX
    ? fromUnits(units, decimals)
    : cryptoAmount(toBigInt(units) / 10n ** BigInt(decimals - SCALE_DECIMALS_MAX));
}

/** A failed transaction moved nothing. It is returned for the accounts that it names and that did not sign it. */
function listFailed(tx: Transaction, holdings: readonly Holding[], context: ReadContext): Found[] {
  const signers = new Set(tx.keys.slice(0, tx.signerCount));
  const tokens = holdings.filter(({ owner }) => !signers.has(owner)).map((holding) => describe(holding, ZERO, context));
  const owners = new Set(tokens.map(({ address }) => address));
  const coins = tx.keys.flatMap((address, index) =>
    signers.has(address) || owners.has(address) || isProgram(address) || !isWatched(address, context)
      ? []
      : [{ index, address, asset: context.book.coin.code, token: undefined, amount: ZERO }],
  );
  return [...coins, ...tokens];
}

/** All keys that may be references: they did not sign, and the transfer does not need them otherwise. */
function listReferences(tx: Transaction, address: string, holdings: readonly Holding[]): string[] {
  const isOwn = (index: number) => holdings.some(({ owner, deltas }) => owner === address && deltas.has(index));
  return tx.keys.filter(
    (key, index) => index >= tx.signerCount && key !== address && !isOwn(index) && !isProgram(key) && !isKnownMint(key),
  );
}
