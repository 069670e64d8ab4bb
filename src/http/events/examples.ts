import type { EventType, IntentEvent } from '../../domain/events/event.ts';
import { eventIdOf } from '../../domain/events/event-id.ts';
import type { Intent } from '../../domain/intents/intent.ts';
import { parseDecimal } from '../../domain/money/decimal.ts';
import { ZERO } from '../../domain/money/money.ts';
import type { Payment, PaymentState, VoidReason } from '../../domain/payments/payment.ts';
import { API_VERSION } from '../../domain/version.ts';
import type { TimelineEntry } from '../../ports/intents.ts';
import { exampleOpenIntent } from '../intents/examples.ts';
import type { EventAnswer } from './event-schema.ts';
import { renderEvent } from './render-event.ts';

const { id: intentId, createdAtMs, expiresAtMs } = exampleOpenIntent;

/** The first event happens when the intent is created, the next ones a minute later, one per second. */
const timeOf = (sequence: number): number => createdAtMs + (sequence === 1 ? 0 : 60_000 + sequence * 1_000);

const AT_EXPIRY: ReadonlySet<EventType> = new Set(['payment_intent.expired', 'payment_intent.needs_review']);

interface Transfer {
  tx: string;
  amount: string;
}

const whole: Transfer = { tx: '5f1c6a3d0e9b4c27', amount: '0.46342' };
const part: Transfer = { tx: '8d20b7f4c6a19e53', amount: '0.2' };

const toPayment = ({ tx, amount }: Transfer): Payment => ({
  network: 'simulated',
  tx,
  index: 0,
  asset: 'SOL',
  blockHeight: 1_289,
  confirmations: 2,
  requirement: { blocks: 2 },
  state: 'final',
  voidReason: undefined,
  amount: parseDecimal(amount),
  tail: ZERO,
  spends: [],
  firstSeenAtMs: timeOf(2),
  reorged: false,
  missingSinceMs: undefined,
});

const changed = ({ tx, amount }: Transfer, state: PaymentState, reason?: VoidReason) => ({
  payment: { network: 'simulated', tx, index: 0, asset: 'SOL', amount, state, ...(reason && { reason }) },
});

const created: IntentEvent = { type: 'payment_intent.created', changes: { status: 'requires_payment' } };
const seen: IntentEvent = { type: 'payment.seen', changes: changed(whole, 'seen') };
const processing: IntentEvent = { type: 'payment_intent.processing', changes: { status: 'processing' } };

const paid: readonly IntentEvent[] = [
  created,
  seen,
  processing,
  { type: 'payment.confirmed', changes: changed(whole, 'confirmed') },
  { type: 'payment.final', changes: changed(whole, 'final') },
  { type: 'payment_intent.succeeded', changes: { status: 'succeeded' } },
];

const HISTORIES: readonly (readonly IntentEvent[])[] = [
  [
    ...paid,
    seen,
    {
      type: 'payment_intent.reversed',
      changes: { status: 'needs_review', review: { cause: 'reorged', from: 'succeeded' }, flags: ['reorged'] },
    },
  ],
  [
    ...paid,
    { type: 'payment.final', changes: changed(part, 'final') },
    { type: 'payment_intent.flagged', changes: { flags: ['overpaid'] } },
  ],
  [
    created,
    seen,
    processing,
    { type: 'payment.void', changes: changed(whole, 'void', 'replaced') },
    { type: 'payment_intent.requires_payment', changes: { status: 'requires_payment' } },
  ],
  [
    created,
    { type: 'payment.final', changes: changed(part, 'final') },
    { type: 'payment_intent.partially_paid', changes: { status: 'partially_paid' } },
    {
      type: 'payment_intent.needs_review',
      changes: { status: 'needs_review', review: { cause: 'underpaid', from: 'partially_paid' } },
    },
  ],
  [created, { type: 'payment_intent.expired', changes: { status: 'expired' } }],
  [created, { type: 'payment_intent.canceled', changes: { status: 'canceled' } }],
  [
    created,
    {
      type: 'payment_intent.expiry_changed',
      changes: {
        expires_at: new Date(timeOf(2)).toISOString(),
        previous_expires_at: new Date(expiresAtMs).toISOString(),
      },
    },
  ],
];

/** An event of the example intent, written by the function that writes real events. */
export function exampleIntentEvent(type: EventType): EventAnswer {
  const history = HISTORIES.find((events) => events.some((event) => event.type === type)) ?? [];
  const timeline: TimelineEntry[] = [];
  for (const event of history) {
    const sequence = timeline.length + 1;
    timeline.push({ ...event, sequence, atMs: AT_EXPIRY.has(event.type) ? expiresAtMs : timeOf(sequence) });
  }
  const { sequence, atMs } = timeline.find((event) => event.type === type) ?? { sequence: 1, atMs: createdAtMs };
  const intent: Intent = {
    ...exampleOpenIntent,
    request: { ...exampleOpenIntent.request, order_id: '2026-0042' },
    expiresAtMs: type === 'payment_intent.expiry_changed' ? atMs : expiresAtMs,
    payments: [whole, part].map(toPayment),
  };
  return JSON.parse(
    renderEvent(
      {
        id: eventIdOf(intentId, sequence, atMs),
        number: 1_201 + sequence,
        type,
        atMs,
        livemode: intent.livemode,
        subject: { intent, timeline, sequence },
      },
      API_VERSION,
    ),
  ) as EventAnswer;
}

/** The first event of the example intent. */
export const exampleEvent = exampleIntentEvent('payment_intent.created');
