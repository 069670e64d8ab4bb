import type { AssetOnNetwork } from '../../domain/money/asset.ts';
import { formatDecimal, roundUpToUnit } from '../../domain/money/decimal.ts';
import type { CryptoAmount } from '../../domain/money/money.ts';
import type { Destination } from '../../domain/payments/payment-target.ts';

/**
 * A Solana Pay transfer request. It has no label, message or memo, because wallets write those to the chain, where they
 * are public forever.
 */
export function paymentUri(target: Destination, asset: AssetOnNetwork, amount: CryptoAmount): string {
  const query = new URLSearchParams({
    amount: formatDecimal(roundUpToUnit(amount, asset.decimals)),
  });
  if (target.reference !== undefined) query.set('reference', target.reference);
  if (asset.token !== undefined) query.set('spl-token', asset.token);
  return `solana:${target.address}?${query.toString()}`;
}
