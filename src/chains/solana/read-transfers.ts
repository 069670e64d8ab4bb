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

export interface Reading {
  book: AssetBook;
  /** What the chain says of the tokens in the book. */
  mints: ReadonlyMap<string, Mint>;
  /** Whose money it is about; undefined for everybody's. */
  wallets: ReadonlySet<string> | undefined;
  /** Who owns a token account, where it was known before. */
  ownerOf: ReadonlyMap<string, string>;
  nowMs: number;
  /** Whether the transaction is final; one that is not can still vanish. */
  final: boolean;
}

/** What one owner had of one mint in all token accounts together, and where it came in. */
interface Holding {
  owner: string;
  mint: string;
  decimals: number;
  /** By the position of the token account. */
  deltas: Map<number, ChainUnits>;
}

/**
 * The money that a transaction brought, as the difference that it made to what an owner has: an instruction may say
 * more than arrives, and money that goes from one account of an owner to another is none that came.
 */
export function readTransfers(tx: Transaction, reading: Reading): Transfer[] {
  const holdings = listHoldings(tx, reading).filter(({ owner }) => isWatched(owner, reading));
  const found = tx.failed
    ? listFailed(tx, holdings, reading)
    : [...listCoins(tx, reading), ...holdings.flatMap((holding) => readHolding(holding, reading))];
  const firstSeenAtMs = Math.min(tx.blockTimeMs ?? reading.nowMs, reading.nowMs);
  return found.map(({ index, address, asset, token, amount }) => ({
    tx: tx.signature,
    index,
    keys: listReferences(tx, address, holdings),
    address,
    asset,
    token,
    amount,
    blockHeight: reading.final ? tx.slot : undefined,
    failed: tx.failed,
    spends: [],
    firstSeenAtMs,
  }));
}

/** The token accounts of the watched mints that a transaction shows, with their owners. */
export function revealTokenAccounts(tx: Transaction, mints: ReadonlySet<string>): { owner: string; account: string }[] {
  return tx.tokens.flatMap(({ when, owner, mint, index }) => {
    const account = tx.keys[index];
    return when === 'after' && owner !== undefined && account !== undefined && mints.has(mint)
      ? [{ owner, account }]
      : [];
  });
}

type Found = Pick<Transfer, 'index' | 'address' | 'asset' | 'token' | 'amount'>;

const isWatched = (owner: string, { wallets }: Reading): boolean => wallets?.has(owner) ?? true;

function listCoins(tx: Transaction, { book, wallets }: Reading): Found[] {
  return tx.keys.flatMap((address, index) => {
    if (wallets !== undefined && !wallets.has(address)) return [];
    const lamports = tx.lamportDeltas[index];
    if (lamports === undefined && wallets !== undefined)
      throw new ChainError('distrusted', `The balance of ${address} is more than a Solana node can say exactly.`);
    if (lamports === undefined || lamports <= ZERO) return [];
    const amount = fromUnits(lamports, book.coin.decimals);
    return [{ index, address, asset: book.coin.code, token: undefined, amount }];
  });
}

function listHoldings(tx: Transaction, { ownerOf }: Reading): Holding[] {
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

function readHolding(holding: Holding, reading: Reading): Found[] {
  const amount = atScale(sum(holding.deltas.values()), holding.decimals);
  return amount <= ZERO ? [] : [describe(holding, amount, reading)];
}

function describe(holding: Holding, amount: CryptoAmount, { book, mints }: Reading): Found {
  const { owner: address, mint: token, decimals, deltas } = holding;
  const known = book.byMint.get(token);
  if (known !== undefined && known.decimals !== decimals)
    throw new ChainError('distrusted', `A Solana node counts ${known.code} with ${decimals} decimals.`);
  const asset = mints.get(token)?.hasTransferFee === false ? known?.code : undefined;
  return { index: findDestination(deltas), address, asset, token, amount };
}

/** Where most of it came in; the first of them where several got the same. */
function findDestination(deltas: ReadonlyMap<number, ChainUnits>): number {
  const [first = [0, ZERO], ...others] = [...deltas].sort(([a], [b]) => a - b);
  return others.reduce<readonly [number, ChainUnits]>((most, other) => (other[1] > most[1] ? other : most), first)[0];
}

/** Anybody may make a token with up to 255 decimals; what is below the finest scale counts as nothing. */
function atScale(units: ChainUnits, decimals: number): CryptoAmount {
  return decimals <= SCALE_DECIMALS_MAX
    ? fromUnits(units, decimals)
    : cryptoAmount(toBigInt(units) / 10n ** BigInt(decimals - SCALE_DECIMALS_MAX));
}

/** A failed transaction moved nothing. It is told of to those that it names and who have not signed it themselves. */
function listFailed(tx: Transaction, holdings: readonly Holding[], reading: Reading): Found[] {
  const signers = new Set(tx.keys.slice(0, tx.signerCount));
  const tokens = holdings.filter(({ owner }) => !signers.has(owner)).map((holding) => describe(holding, ZERO, reading));
  const owners = new Set(tokens.map(({ address }) => address));
  const coins = tx.keys.flatMap((address, index) =>
    signers.has(address) || owners.has(address) || isProgram(address) || !isWatched(address, reading)
      ? []
      : [{ index, address, asset: reading.book.coin.code, token: undefined, amount: ZERO }],
  );
  return [...coins, ...tokens];
}

/** Every key that may be a reference: nobody has signed with it, and it is not one that the transfer needs anyway. */
function listReferences(tx: Transaction, address: string, holdings: readonly Holding[]): string[] {
  const isOwn = (index: number) => holdings.some(({ owner, deltas }) => owner === address && deltas.has(index));
  return tx.keys.filter(
    (key, index) => index >= tx.signerCount && key !== address && !isOwn(index) && !isProgram(key) && !isKnownMint(key),
  );
}
