import type { Static } from 'typebox';
import { createdEvent } from '../../domain/events/event.ts';
import { eventIdOf } from '../../domain/events/event-id.ts';
import { amountsOf } from '../../domain/intents/amounts.ts';
import type { Intent } from '../../domain/intents/intent.ts';
import type { Address } from '../../domain/intents/intent-request.ts';
import { paidAtMs } from '../../domain/intents/paid-at.ts';
import { policyOf } from '../../domain/intents/policy.ts';
import type { Decision } from '../../domain/intents/review.ts';
import { visibilityOf } from '../../domain/intents/visibility.ts';
import { formatDecimal, roundUpToUnit } from '../../domain/money/decimal.ts';
import { type CryptoAmount, type FiatAmount, toJsonInteger } from '../../domain/money/money.ts';
import { amountByHand } from '../../domain/payments/amount-by-hand.ts';
import { confirmationsRequired } from '../../domain/payments/finality-requirement.ts';
import type { Payment } from '../../domain/payments/payment.ts';
import type { AssignedTarget } from '../../domain/payments/payment-target.ts';
import { worthOfPayment } from '../../domain/payments/worth-of-payment.ts';
import type { TimelineEntry } from '../../ports/intents.ts';
import { appendMember, type JsonText } from '../server/json-text.ts';
import type { IntentSchema } from './intent-schema.ts';

export type IntentAnswer = Static<typeof IntentSchema>;

interface Presentation {
  checkoutUrl: string;
  nowMs: number;
  visibleNetworks: ReadonlySet<string>;
  /** Only for a single intent; lists leave it out. */
  timeline?: readonly TimelineEntry[];
}

/** Everything but `request`, which `serializeIntent` adds. */
export function presentIntent(intent: Intent, presentation: Presentation): Omit<IntentAnswer, 'request'> {
  const { checkoutUrl, nowMs, visibleNetworks, timeline } = presentation;
  const { request } = intent;
  const amounts = amountsOf(intent);
  return {
    id: intent.id,
    object: 'payment_intent',
    status: intent.status,
    livemode: intent.livemode,
    sequence: intent.sequence,
    created_at: new Date(intent.createdAtMs).toISOString(),
    expires_at: new Date(intent.expiresAtMs).toISOString(),
    paid_at: presentTime(paidAtMs(intent)),
    customer: {
      name: request.customer.name,
      email: request.customer.email,
      phone_number: request.customer.phone_number,
    },
    total_amount: toJsonInteger(intent.totalAmount),
    items: request.items.map((item) => ({ item_id: item.item_id, quantity: item.quantity })),
    currency_displayed: intent.currency,
    tax_percent: intent.taxPercent,
    tax_amount: toJsonInteger(intent.taxAmount),
    crypto_amount_requested: request.crypto_amount_requested,
    exchange_rate: request.exchange_rate,
    asset: intent.asset,
    amount_due: formatDecimal(intent.cryptoAmount),
    amount_received: formatDecimal(amounts.received),
    amount_pending: formatDecimal(amounts.pending),
    amount_remaining: formatDecimal(amounts.remaining),
    overpaid_by: formatDecimal(amounts.overpaidBy),
    tolerance: intent.policy ? formatDecimal(policyOf(intent, intent.policy).tolerance) : null,
    review: intent.review ?? null,
    decision: intent.decision ? presentDecision(intent.decision) : null,
    flags: [...intent.flags],
    visibility: visibilityOf(intent, visibleNetworks, nowMs),
    payments: intent.payments.map((payment) => presentPayment(payment, intent)),
    targets: intent.targets.map((target) => presentTarget(target, amounts.remaining)),
    billing_address: presentAddress(request.billing_address),
    shipping_address: presentAddress(request.shipping_address),
    metadata: request.metadata ?? {},
    order_id: request.order_id ?? null,
    description: request.description ?? null,
    return_url: request.return_url ?? null,
    cancel_url: request.cancel_url ?? null,
    locale: request.locale ?? null,
    checkout_url: checkoutUrl,
    warnings: [...intent.warnings],
    ...(timeline ? { timeline: timeline.map((entry) => presentEntry(intent, entry)) } : {}),
  };
}

/**
 * An intent as JSON text. The text of the create request is embedded byte for byte, so its order, spacing and repeated
 * members are kept.
 */
export function serializeIntent(intent: Intent, presentation: Presentation): JsonText<IntentAnswer> {
  const request = intent.requestBody.trim() as JsonText<object>;
  return appendMember(presentIntent(intent, presentation), 'request', request);
}

/** An intent right after its creation. It has no targets yet, so no network matters. */
export function serializeNewIntent(intent: Intent, checkoutUrl: string): JsonText<IntentAnswer> {
  const { createdAtMs: atMs } = intent;
  const timeline = [{ sequence: 1, atMs, ...createdEvent(intent) }];
  return serializeIntent(intent, { checkoutUrl, nowMs: atMs, visibleNetworks: new Set(), timeline });
}

type PaymentAnswer = IntentAnswer['payments'][number];
type TargetAnswer = IntentAnswer['targets'][number];
type DecisionAnswer = NonNullable<IntentAnswer['decision']>;
type EntryAnswer = NonNullable<IntentAnswer['timeline']>[number];

const presentPayment = (payment: Payment, intent: Intent): PaymentAnswer => ({
  network: payment.network,
  tx: payment.tx,
  index: payment.index,
  block: payment.state === 'seen' ? null : (payment.blockHeight ?? null),
  block_time: payment.state === 'seen' ? null : presentTime(payment.blockTimeMs),
  // A final payment of an earlier version may count fewer.
  confirmations: payment.state === 'final' ? confirmationsRequired(payment.requirement) : payment.confirmations,
  required: confirmationsRequired(payment.requirement),
  state: payment.state,
  void_reason: payment.voidReason ?? null,
  asset: payment.asset,
  amount: formatDecimal(payment.amount),
  tail: formatDecimal(payment.tail),
  worth: presentWorth(worthOfPayment(payment, intent)),
  first_seen_at: new Date(payment.firstSeenAtMs).toISOString(),
});

const presentTime = (ms: number | undefined) => (ms === undefined ? null : new Date(ms).toISOString());

const presentWorth = (worth: FiatAmount | undefined) => (worth === undefined ? null : toJsonInteger(worth));

function presentTarget(target: AssignedTarget, remaining: CryptoAmount): TargetAnswer {
  const isShared = target.matchedBy !== 'address';
  const byHand = isShared ? amountByHand(target, roundUpToUnit(remaining, target.decimals)) : undefined;
  return {
    network: target.network,
    address: target.address,
    reference: target.reference ?? null,
    manual_amount: byHand === undefined ? null : formatDecimal(byHand),
    assigned_at: new Date(target.assignedAtMs).toISOString(),
  };
}

const presentDecision = ({ kind, reason, atMs }: Decision): DecisionAnswer => ({
  kind,
  reason,
  at: new Date(atMs).toISOString(),
});

const presentEntry = ({ id }: Intent, { sequence, type, atMs, changes }: TimelineEntry): EntryAnswer => ({
  id: eventIdOf(id, sequence, atMs),
  sequence,
  type,
  at: new Date(atMs).toISOString(),
  changes,
});

const presentAddress = (address: Address): Address => ({
  address: address.address,
  city: address.city,
  state: address.state,
  country: address.country,
  postal_code: address.postal_code,
});
