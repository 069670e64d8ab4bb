import { createdEvent, type IntentEvent } from '../../src/domain/events/event.ts';
import { eventIdOf } from '../../src/domain/events/event-id.ts';
import type { Intent } from '../../src/domain/intents/intent.ts';
import { parseDecimal } from '../../src/domain/money/decimal.ts';
import { ZERO } from '../../src/domain/money/money.ts';
import type { Payment } from '../../src/domain/payments/payment.ts';
import { API_VERSION } from '../../src/domain/version.ts';
import type { EventAnswer } from '../../src/http/events/event-schema.ts';
import { renderEvent } from '../../src/http/events/render-event.ts';
import { exampleOpenIntent } from '../../src/http/intents/examples.ts';
import type { TimelineEntry } from '../../src/ports/intents.ts';

const { id: intentId, createdAtMs } = exampleOpenIntent;
const paidAtMs = createdAtMs + 65_000;
const AMOUNT = '0.46342';
const transfer = { network: 'simulated', tx: '5f1c6a3d0e9b4c27', index: 0, asset: 'SOL' };

const payment: Payment = {
  ...transfer,
  blockHeight: 1_289,
  confirmations: 2,
  requirement: { blocks: 2 },
  state: 'final',
  voidReason: undefined,
  amount: parseDecimal(AMOUNT),
  tail: ZERO,
  spends: [],
  firstSeenAtMs: paidAtMs,
  reorged: false,
  missingSinceMs: undefined,
};

const paid: Intent = {
  ...exampleOpenIntent,
  request: { ...exampleOpenIntent.request, order_id: '2026-0042' },
  payments: [payment],
};

const happened = (sequence: number, secondsAfterPayment: number, event: IntentEvent): TimelineEntry => ({
  ...event,
  sequence,
  atMs: paidAtMs + secondsAfterPayment * 1_000,
});
const seen = { ...transfer, amount: AMOUNT };

const timeline: TimelineEntry[] = [
  { ...createdEvent(exampleOpenIntent), sequence: 1, atMs: createdAtMs },
  happened(2, 0, { type: 'payment.seen', changes: { payment: { ...seen, state: 'seen' } } }),
  happened(3, 0, { type: 'payment_intent.processing', changes: { status: 'processing' } }),
  happened(4, 1, { type: 'payment.confirmed', changes: { payment: { ...seen, state: 'confirmed' } } }),
  happened(5, 2, { type: 'payment.final', changes: { payment: { ...seen, state: 'final' } } }),
  happened(6, 2, { type: 'payment_intent.succeeded', changes: { status: 'succeeded' } }),
];

/** The event that says that the example intent is paid, by the function that writes real events. */
export function exampleEvent(): EventAnswer {
  const sequence = timeline.length;
  const atMs = timeline.at(-1)?.atMs ?? 0;
  const id = eventIdOf(intentId, sequence, atMs);
  const subject = { intent: paid, timeline, sequence };
  const event = { id, number: 1_207, type: 'payment_intent.succeeded', atMs, livemode: false, subject };
  return JSON.parse(renderEvent(event, API_VERSION)) as EventAnswer;
}
