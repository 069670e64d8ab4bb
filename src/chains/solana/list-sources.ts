import { isAddress, isOffCurveAddress } from '@solana/kit';
import { fromUnits } from '../../domain/money/decimal.ts';
import { type ChainUnits, type CryptoAmount, subtract, sum, ZERO } from '../../domain/money/money.ts';
import type { Transfer } from '../../domain/transfers/transfer.ts';
import type { Transaction } from './read-transaction.ts';
import { atScale, listHoldings, type ReadContext } from './read-transfers.ts';

interface Fall {
  owner: string;
  by: CryptoAmount;
}

/**
 * The accounts whose owners can prove that they sent a transfer: those whose balance of the asset fell by at least its
 * amount, so that an account that only paid the fee is not among them. If several paid together, all whose balance fell. If
 * only a program held the money, the signers of the transaction.
 */
export function listSources(tx: Transaction, { token, amount }: Transfer, context: ReadContext): string[] {
  const falls = token === undefined ? listCoinFalls(tx, context) : listTokenFalls(tx, token, context);
  const whole = falls.filter(({ by }) => by >= amount);
  const owners = (whole.length > 0 ? whole : falls).map(({ owner }) => owner).filter(canSign);
  return owners.length > 0 ? owners : tx.keys.slice(0, tx.signerCount);
}

/** Addresses that programs own have no private key. */
const canSign = (address: string): boolean => isAddress(address) && !isOffCurveAddress(address);

function listCoinFalls(tx: Transaction, { book }: ReadContext): Fall[] {
  return tx.keys.flatMap((owner, index) => {
    const lamports = tx.lamportDeltas[index] ?? ZERO;
    return lamports < ZERO ? [{ owner, by: fromUnits(subtract<ChainUnits>(ZERO, lamports), book.coin.decimals) }] : [];
  });
}

function listTokenFalls(tx: Transaction, token: string, context: ReadContext): Fall[] {
  return listHoldings(tx, context).flatMap(({ owner, mint, decimals, deltas }) => {
    const units = sum(deltas.values());
    return mint === token && units < ZERO ? [{ owner, by: atScale(subtract<ChainUnits>(ZERO, units), decimals) }] : [];
  });
}
