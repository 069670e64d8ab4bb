import type { IntentId, MerchantId } from '../../src/domain/ids.ts';
import type { AssignedTarget } from '../../src/domain/payments/payment-target.ts';

/** What the world knows of a payment intent without asking the engine. */
export interface Order {
  /** Also the order id of the intent, by which the two find each other. */
  name: string;
  merchantId: MerchantId;
  asset: string;
  decimals: number;
  /** In the asset's smallest unit. */
  units: bigint;
  /** Dollars for one of the asset, a whole number. */
  rate: bigint;
  /** Once somebody has got it from the engine. */
  intentId: IntentId | undefined;
  places: readonly AssignedTarget[];
  /** So much is the least with which it may ever have succeeded, at scale 10⁻¹⁸. */
  floor: bigint | undefined;
}

const SCALE_DIGITS = 18n;

/** What is due, at scale 10⁻¹⁸. */
export const dueOf = ({ units, decimals }: Order): bigint => units * 10n ** (SCALE_DIGITS - BigInt(decimals));

/** So many confirmations the design asks for: by worth on Bitcoin, by the chain's own word on Solana. */
export function requiredBy(order: Order, network: string): number {
  if (network === 'solana-devnet') return 1;
  const dollars = (order.units * order.rate) / 10n ** BigInt(order.decimals);
  if (dollars < 1_000n) return 1;
  return dollars < 10_000n ? 3 : 6;
}
