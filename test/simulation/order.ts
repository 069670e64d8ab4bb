import type { IntentId, MerchantId } from '../../src/domain/ids.ts';
import { type ChainUnits, type CryptoAmount, cryptoAmount, toBigInt } from '../../src/domain/money/money.ts';
import type { AssignedTarget } from '../../src/domain/payments/payment-target.ts';

/** What the world knows of a payment intent without asking the engine. */
export interface Order {
  /** Also the order id of the intent, by which the two find each other. */
  name: string;
  merchantId: MerchantId;
  asset: string;
  decimals: number;
  /** In the asset's smallest unit. */
  units: ChainUnits;
  /** Dollars for one of the asset, a whole number. */
  rate: bigint;
  /** Once somebody has got it from the engine. */
  intentId: IntentId | undefined;
  places: readonly AssignedTarget[];
  /** So much is the least with which it may ever have succeeded. */
  floor: CryptoAmount | undefined;
}

const SCALE_DIGITS = 18n;

/** By arithmetic of its own, not the engine's. */
export const amountOf = ({ units, decimals }: { units: ChainUnits; decimals: number }): CryptoAmount =>
  cryptoAmount(toBigInt(units) * 10n ** (SCALE_DIGITS - BigInt(decimals)));

/** So many confirmations the design asks for: by worth on Bitcoin, by the chain's own word on Solana. */
export function requiredBy(order: Order, network: string): number {
  if (network === 'solana-devnet') return 1;
  const dollars = (toBigInt(order.units) * order.rate) / 10n ** BigInt(order.decimals);
  if (dollars < 1_000n) return 1;
  return dollars < 10_000n ? 3 : 6;
}
