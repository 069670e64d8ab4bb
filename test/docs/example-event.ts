import type { IntentEvent } from '../../src/domain/events/event.ts';
import { eventIdOf } from '../../src/domain/events/event-id.ts';
import type { Intent } from '../../src/domain/intents/intent.ts';
import { parseDecimal } from '../../src/domain/money/decimal.ts';
import { ZERO } from '../../src/domain/money/money.ts';
import type { Payment } from '../../src/domain/payments/payment.ts';
import { API_VERSION } from '../../src/domain/version.ts';
import type { EventAnswer } from '../../src/http/events/event-schema.ts';
import { renderEvent } from '../../src/http/events/render-event.ts';
import { exampleOpenIntent } from '../../src/http/intents/examples.ts';

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

const happened = (secondsAfterPayment: number, event: IntentEvent) => ({
  ...event,
  atMs: paidAtMs + secondsAfterPayment * 1_000,
});
const seen = { ...transfer, amount: AMOUNT };

const timeline = [
  { type: 'payment_intent.created' as const, changes: { status: 'requires_payment' as const }, atMs: createdAtMs },
  happened(0, { type: 'payment.seen', changes: { payment: { ...seen, state: 'seen' } } }),
  happened(0, { type: 'payment_intent.processing', changes: { status: 'processing' } }),
  happened(1, { type: 'payment.confirmed', changes: { payment: { ...seen, state: 'confirmed' } } }),
  happened(2, { type: 'payment.final', changes: { payment: { ...seen, state: 'final' } } }),
  happened(2, { type: 'payment_intent.succeeded', changes: { status: 'succeeded' } }),
].map((event, index) => ({ ...event, sequence: index + 1 }));

/** The event that says that the example intent is paid, by the function that writes real events. */
export function exampleEvent(): EventAnswer {
  const sequence = timeline.length;
  const atMs = timeline.at(-1)?.atMs ?? 0;
  const id = eventIdOf(intentId, sequence, atMs);
  const subject = { intent: paid, timeline, sequence };
  const event = { id, number: 1_207, type: 'payment_intent.succeeded', atMs, livemode: false, subject };
  return JSON.parse(renderEvent(event, API_VERSION)) as EventAnswer;
}
