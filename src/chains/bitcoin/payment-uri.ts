import { formatDecimal, fromUnits, toUnits } from '../../domain/money/decimal.ts';
import type { CryptoAmount } from '../../domain/money/money.ts';
import type { PaymentTarget } from '../../domain/payments/payment-target.ts';
import type { NetworkParameters } from './network-parameters.ts';
import { COIN_DECIMALS } from './read-amount.ts';

/** A link by BIP-21. It holds no label and no message: wallets keep them, and they would name the purchase. */
export function paymentUri(
  { target, amount }: { target: PaymentTarget; amount: CryptoAmount },
  { scheme }: NetworkParameters,
): string {
  return `${scheme}:${target.address}?amount=${formatDecimal(fromUnits(toUnits(amount, COIN_DECIMALS), COIN_DECIMALS))}`;
}
