import type { IntentId, MerchantId } from '../../src/domain/ids.ts';
import { type ChainUnits, type CryptoAmount, cryptoAmount, toBigInt } from '../../src/domain/money/money.ts';
import type { AssignedTarget } from '../../src/domain/payments/payment-target.ts';

/** What the simulation knows about a payment intent without asking the engine. */
export interface Order {
  /** Also the order ID of the intent, which links the two. */
  name: string;
  merchantId: MerchantId;
  asset: string;
  decimals: number;
  /** In the asset's smallest unit. */
  units: ChainUnits;
  /** Dollars for one of the asset, a whole number. */
  rate: bigint;
  /** Set once the engine has returned it. */
  intentId: IntentId | undefined;
  /** When a payer first opened the checkout: no exact amount was issued before. */
  viewedAtMs: number | undefined;
  targets: readonly AssignedTarget[];
  /** The tail of each payment, as `network:tx:index`. */
  tails: Map<string, CryptoAmount>;
  /** The smallest amount with which it may have succeeded. */
  floor: CryptoAmount | undefined;
}

const SCALE_DIGITS = 18n;

/** Calculated independently of the engine. */
export const amountOf = ({ units, decimals }: { units: ChainUnits; decimals: number }): CryptoAmount =>
  cryptoAmount(toBigInt(units) * 10n ** (SCALE_DIGITS - BigInt(decimals)));

/** The confirmations that the design requires: by value on Bitcoin, by the chain's finality on Solana. */
export function requiredBy(order: Order, network: string): number {
  if (network === 'solana-devnet') return 1;
  const dollars = (toBigInt(order.units) * order.rate) / 10n ** BigInt(order.decimals);
  if (dollars < 1_000n) return 1;
  return dollars < 10_000n ? 3 : 6;
}
