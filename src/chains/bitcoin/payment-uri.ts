import { formatDecimal, fromUnits, toUnits } from '../../domain/money/decimal.ts';
import type { CryptoAmount } from '../../domain/money/money.ts';
import type { Destination } from '../../domain/payments/payment-target.ts';
import type { NetworkParameters } from './network-parameters.ts';
import { COIN_DECIMALS } from './read-amount.ts';

/** A BIP-21 link without label and message, because wallets store those and they would reveal the purchase. */
export function paymentUri(
  { target, amount }: { target: Destination; amount: CryptoAmount },
  { scheme }: NetworkParameters,
): string {
  return `${scheme}:${target.address}?amount=${formatDecimal(fromUnits(toUnits(amount, COIN_DECIMALS), COIN_DECIMALS))}`;
}
