import type { IntentEvent } from '../../src/domain/events/event.ts';
import { eventIdOf } from '../../src/domain/events/event-id.ts';
import { type Intent, openIntent } from '../../src/domain/intents/intent.ts';
import { DEFAULT_POLICY } from '../../src/domain/merchants/settings.ts';
import { parseDecimal } from '../../src/domain/money/decimal.ts';
import { ZERO } from '../../src/domain/money/money.ts';
import type { Payment } from '../../src/domain/payments/payment.ts';
import { API_VERSION } from '../../src/domain/version.ts';
import { renderEvent } from '../../src/http/events/render-event.ts';
import { createIntentExamples, EXAMPLE_INTENT_ID } from '../../src/http/intents/examples.ts';

const CREATED_AT_MS = Date.UTC(2026, 10, 15, 9, 30);
const OPENED_AT_MS = CREATED_AT_MS + 4_000;
const PAID_AT_MS = CREATED_AT_MS + 65_000;
const AMOUNT = '0.46342';
const requirement = { blocks: 2 };
const transfer = { network: 'simulated', tx: '5f1c6a3d0e9b4c27', index: 0, asset: 'SOL' };

const payment: Payment = {
  ...transfer,
  blockHeight: 1_289,
  confirmations: 2,
  requirement,
  state: 'final',
  voidReason: undefined,
  amount: parseDecimal(AMOUNT),
  tail: ZERO,
  spends: [],
  firstSeenAtMs: PAID_AT_MS,
  reorged: false,
  missingSinceMs: undefined,
};

const request = { ...createIntentExamples.integer_tax.value, order_id: '2026-0042' };

const paid: Intent = {
  ...openIntent({
    id: EXAMPLE_INTENT_ID,
    livemode: false,
    nowMs: CREATED_AT_MS,
    request,
    requestBody: JSON.stringify(request),
    policy: DEFAULT_POLICY,
  }),
  payments: [payment],
  targets: [
    {
      network: 'simulated',
      address: 'sim1q8yv3bq1m0ct7d2',
      reference: undefined,
      matchedBy: 'address',
      amounts: [],
      requirement,
      decimals: 9,
      assignedAtMs: OPENED_AT_MS,
      scannedUntilMs: undefined,
    },
  ],
};

const happened = (secondsAfterPayment: number, event: IntentEvent) => ({
  ...event,
  atMs: PAID_AT_MS + secondsAfterPayment * 1_000,
});
const seen = { ...transfer, amount: AMOUNT };

const timeline = [
  { type: 'payment_intent.created' as const, changes: { status: 'requires_payment' as const }, atMs: CREATED_AT_MS },
  happened(0, { type: 'payment.seen', changes: { payment: { ...seen, state: 'seen' } } }),
  happened(0, { type: 'payment_intent.processing', changes: { status: 'processing' } }),
  happened(1, { type: 'payment.confirmed', changes: { payment: { ...seen, state: 'confirmed' } } }),
  happened(2, { type: 'payment.final', changes: { payment: { ...seen, state: 'final' } } }),
  happened(2, { type: 'payment_intent.succeeded', changes: { status: 'succeeded' } }),
].map((event, index) => ({ ...event, sequence: index + 1 }));

/** The event that says that the example intent is paid, by the function that writes real events. */
export function exampleEvent(): unknown {
  const sequence = timeline.length;
  const atMs = timeline.at(-1)?.atMs ?? 0;
  const id = eventIdOf(EXAMPLE_INTENT_ID, sequence, atMs);
  const subject = { intent: paid, timeline, sequence };
  const event = { id, number: 1_207, type: 'payment_intent.succeeded', atMs, livemode: false, subject };
  return JSON.parse(renderEvent(event, API_VERSION));
}
