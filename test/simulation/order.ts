import type { IntentId, MerchantId } from '../../src/domain/ids.ts';
import { type ChainUnits, type CryptoAmount, cryptoAmount, toBigInt } from '../../src/domain/money/money.ts';
import type { AssignedTarget } from '../../src/domain/payments/payment-target.ts';
import type { AcceptancePolicy } from './merchants.ts';

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
  /** Whether the request's total is what the amount is worth. If not, the strictest finality applies. */
  hasTotal: boolean;
  /** What the merchant accepted when it was created; undefined if a version that kept no copy created it. */
  policy: AcceptancePolicy | undefined;
  /** Set once the engine has returned it. */
  intentId: IntentId | undefined;
  /** When a payer first opened the checkout: no exact amount was issued before. */
  viewedAtMs: number | undefined;
  targets: readonly AssignedTarget[];
  /** The payments with which it has succeeded, and the smallest amount that may have been enough. */
  settled: { payments: ReadonlySet<string>; floor: CryptoAmount } | undefined;
  /** What the merchant knew of when it rejected the intent, as `network:tx:index`. */
  rejected: ReadonlySet<string>;
  /** The tail of each payment, as `network:tx:index`. */
  tails: Map<string, CryptoAmount>;
}

const SCALE_DIGITS = 18;
const POWERS_OF_TEN = Array.from({ length: SCALE_DIGITS + 1 }, (_, exponent) => 10n ** BigInt(exponent));

/** Calculated independently of the engine. */
export const amountOf = ({ units, decimals }: { units: ChainUnits; decimals: number }): CryptoAmount =>
  cryptoAmount(toBigInt(units) * (POWERS_OF_TEN[SCALE_DIGITS - decimals] as bigint));

/** Rounded down. */
export const dollarsOf = ({ units, rate, decimals }: Order): bigint =>
  (toBigInt(units) * rate) / (POWERS_OF_TEN[decimals] as bigint);
