import type { IntentId } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import { ASSETS } from '../money/asset.ts';
import { parseCryptoAmount } from '../money/crypto-amount.ts';
import { type CryptoAmount, type FiatAmount, fiatAmount } from '../money/money.ts';
import type { Payment } from '../payments/payment.ts';
import type { AssignedTarget } from '../payments/payment-target.ts';
import type { IntentRequest } from './intent-request.ts';
import type { IntentStatus } from './intent-status.ts';
import type { Decision, Flag, Review } from './review.ts';
import { type Warning, warningsOf } from './warnings.ts';

/** A payment intent as stored: what the server decides, what queries need, and the request. */
export interface Intent {
  id: IntentId;
  livemode: boolean;
  status: IntentStatus;
  /** Counts the changes of this intent from 1; a writer that saw another number has lost. */
  sequence: number;
  createdAtMs: number;
  expiresAtMs: number;
  totalAmount: FiatAmount;
  taxAmount: FiatAmount;
  taxPercent: number;
  currency: string;
  asset: string;
  /** What is due. Never recomputed from the rate. */
  cryptoAmount: CryptoAmount;
  customerEmail: string;
  orderId: string | undefined;
  warnings: readonly Warning[];
  /** When the merchant canceled it, if it did. */
  canceledAtMs: number | undefined;
  /** What the merchant decided by hand, if it did. */
  decision: Decision | undefined;
  /** So much final money was enough when it succeeded; undefined where it never did by money. */
  settledWith: CryptoAmount | undefined;
  /**
   * Transfers that name this intent and another one, or that its payer claims and that name none, each as
   * `network:tx:index`: nobody can say whose they are.
   */
  doubts: readonly string[];
  review: Review | undefined;
  flags: readonly Flag[];
  payments: readonly Payment[];
  targets: readonly AssignedTarget[];
  /** What the merchant asked for. */
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
  /** Where the request does not say, and the merchant does. */
  expiresInSeconds?: number | undefined;
  /** Whether the merchant can be paid in this asset; every test intent can by simulation. */
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
    settledWith: undefined,
    doubts: [],
    review: undefined,
    flags: [],
    payments: [],
    targets: [],
    request,
    requestBody: input.requestBody,
  };
}
