import type { IntentId } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import type { PolicySettings } from '../merchants/settings.ts';
import { ASSETS } from '../money/asset.ts';
import { parseCryptoAmount } from '../money/crypto-amount.ts';
import { type CryptoAmount, type FiatAmount, fiatAmount } from '../money/money.ts';
import type { Payment } from '../payments/payment.ts';
import type { AssignedTarget } from '../payments/payment-target.ts';
import type { IntentRequest } from './intent-request.ts';
import type { IntentStatus } from './intent-status.ts';
import type { Decision, Flag, Review } from './review.ts';
import { type Warning, warningsOf } from './warnings.ts';

/** A payment intent: what the server decides, what queries need, and the request. */
export interface Intent {
  id: IntentId;
  livemode: boolean;
  status: IntentStatus;
  /** The number of the last event, starting at 1. */
  sequence: number;
  createdAtMs: number;
  expiresAtMs: number;
  totalAmount: FiatAmount;
  taxAmount: FiatAmount;
  taxPercent: number;
  currency: string;
  asset: string;
  /** The amount due, as requested. It is never computed from the exchange rate. */
  cryptoAmount: CryptoAmount;
  customerEmail: string;
  orderId: string | undefined;
  warnings: readonly Warning[];
  /** When the merchant canceled it, if ever. */
  canceledAtMs: number | undefined;
  /** The merchant's manual decision, if any. */
  decision: Decision | undefined;
  /** What the merchant accepted when it was created; undefined in rows of versions that kept no copy. */
  policy?: PolicySettings | undefined;
  /** The amount of final payments that was sufficient when it succeeded; undefined if payments never were. */
  settledWith: CryptoAmount | undefined;
  /**
   * The payments that were sufficient then, each as `network:tx:index`. Undefined for an intent that succeeded before they
   * were recorded: any final payment counts for it.
   */
  settledBy?: readonly string[] | undefined;
  /**
   * Transfers that may belong to this intent, each as `network:tx:index`: they name several intents, or the payer claims
   * them and they name none. A person has to decide.
   */
  ambiguousTransfers: readonly string[];
  review: Review | undefined;
  flags: readonly Flag[];
  payments: readonly Payment[];
  targets: readonly AssignedTarget[];
  /** The request that created it. */
  request: IntentRequest;
  /** The text that `request` was parsed from, exactly as it was sent. */
  requestBody: string;
}

export function openIntent(input: {
  id: IntentId;
  livemode: boolean;
  nowMs: number;
  request: IntentRequest;
  requestBody: string;
  /** The merchant's default, for requests without `expires_in`. */
  expiresInSeconds?: number | undefined;
  policy?: PolicySettings | undefined;
  /** Whether the merchant can be paid in this asset. By default, test intents can in every known asset, by simulation. */
  isPayable?: (asset: string) => boolean;
}): Intent {
  const { request } = input;
  const due = parseCryptoAmount(request.crypto_amount_requested);
  return {
    id: input.id,
    livemode: input.livemode,
    status: 'requires_payment',
    sequence: 1,
    createdAtMs: input.nowMs,
    expiresAtMs: input.nowMs + (request.expires_in ?? input.expiresInSeconds ?? LIMITS.expiresInSecondsDefault) * 1_000,
    totalAmount: fiatAmount(request.total_amount),
    taxAmount: fiatAmount(request.tax_amount),
    taxPercent: Number(request.tax_percent),
    currency: request.currency_displayed.toUpperCase(),
    asset: due.asset,
    cryptoAmount: due.amount,
    customerEmail: request.customer.email,
    orderId: request.order_id,
    warnings: warningsOf(request, due, input.isPayable?.(due.asset) ?? (!input.livemode && ASSETS.has(due.asset))),
    canceledAtMs: undefined,
    decision: undefined,
    policy: input.policy,
    settledWith: undefined,
    settledBy: undefined,
    ambiguousTransfers: [],
    review: undefined,
    flags: [],
    payments: [],
    targets: [],
    request,
    requestBody: input.requestBody,
  };
}
