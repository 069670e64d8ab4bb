import type { Place } from '../../chain-ports.ts';
import { formatDecimal, fromUnits, toUnits } from '../../domain/money/decimal.ts';
import type { NetworkParameters } from './network-parameters.ts';
import { COIN_DECIMALS } from './read-amount.ts';

/** A link by BIP-21. It holds no label and no message: wallets keep them, and they would name the purchase. */
export function paymentUri({ place, amount }: { place: Place; amount: bigint }, { scheme }: NetworkParameters): string {
  return `${scheme}:${place.address}?amount=${formatDecimal(fromUnits(toUnits(amount, COIN_DECIMALS), COIN_DECIMALS))}`;
}
