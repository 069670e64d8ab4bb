import { createdEvent } from '../../domain/events/event.ts';
import { amountsOf } from '../../domain/intents/amounts.ts';
import { isDelayed } from '../../domain/intents/derive-status.ts';
import type { Intent } from '../../domain/intents/intent.ts';
import type { Address } from '../../domain/intents/intent-request.ts';
import type { Decision } from '../../domain/intents/review.ts';
import { formatDecimal } from '../../domain/money/decimal.ts';
import { toJsonInteger } from '../../domain/money/money.ts';
import { confirmationsRequired } from '../../domain/payments/finality-requirement.ts';
import type { Payment } from '../../domain/payments/payment.ts';
import type { TimelineEntry } from '../../ports/intents.ts';

interface Presentation {
  checkoutUrl: string;
  nowMs: number;
  /** Only where one intent is asked for, not in a list. */
  timeline?: readonly TimelineEntry[];
}

/**
 * The JSON text of an intent. The request's own text is set in as it is: order, spacing and repeated members of what
 * was sent survive.
 */
export function presentIntent(intent: Intent, { checkoutUrl, nowMs, timeline }: Presentation): string {
  const { request } = intent;
  const amounts = amountsOf(intent);
  const members = JSON.stringify({
    id: intent.id,
    object: 'payment_intent',
    status: intent.status,
    livemode: intent.livemode,
    sequence: intent.sequence,
    created_at: new Date(intent.createdAtMs).toISOString(),
    expires_at: new Date(intent.expiresAtMs).toISOString(),
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
    review: intent.review ?? null,
    decision: intent.decision ? presentDecision(intent.decision) : null,
    flags: intent.flags,
    visibility: isDelayed(intent, nowMs) ? 'delayed' : 'ok',
    payments: intent.payments.map(presentPayment),
    targets: intent.targets.map(({ network, address, reference, assignedAtMs }) => ({
      network,
      address,
      reference: reference ?? null,
      assigned_at: new Date(assignedAtMs).toISOString(),
    })),
    billing_address: presentAddress(request.billing_address),
    shipping_address: presentAddress(request.shipping_address),
    metadata: request.metadata ?? {},
    order_id: request.order_id ?? null,
    description: request.description ?? null,
    return_url: request.return_url ?? null,
    cancel_url: request.cancel_url ?? null,
    locale: request.locale ?? null,
    checkout_url: checkoutUrl,
    warnings: intent.warnings,
    ...(timeline ? { timeline: timeline.map(presentEntry) } : {}),
  });
  return `${members.slice(0, -1)},"request":${intent.requestBody.trim()}}`;
}

/** An intent of which nothing is known but that it was made. */
export function presentNewIntent(intent: Intent, checkoutUrl: string): string {
  const { createdAtMs: atMs } = intent;
  const timeline = [{ sequence: 1, atMs, ...createdEvent(intent) }];
  return presentIntent(intent, { checkoutUrl, nowMs: atMs, timeline });
}

const presentPayment = (payment: Payment) => ({
  network: payment.network,
  tx: payment.tx,
  index: payment.index,
  block: payment.state === 'seen' ? null : (payment.blockHeight ?? null),
  confirmations: payment.confirmations,
  required: confirmationsRequired(payment.requirement),
  state: payment.state,
  void_reason: payment.voidReason ?? null,
  asset: payment.asset,
  amount: formatDecimal(payment.amount),
  first_seen_at: new Date(payment.firstSeenAtMs).toISOString(),
});

const presentDecision = ({ kind, reason, atMs }: Decision) => ({
  kind,
  reason,
  at: new Date(atMs).toISOString(),
});

const presentEntry = ({ sequence, type, atMs, changes }: TimelineEntry) => ({
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
