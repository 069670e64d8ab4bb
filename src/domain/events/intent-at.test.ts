import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyHistory, type History } from '../../../test/memory/any-history.ts';
import { times } from '../../../test/support/effort.ts';
import type { Intent } from '../intents/intent.ts';
import { sampleIntent, sampleTarget } from '../intents/sample-intent.test-fixture.ts';
import { noFreeAmount } from '../intents/warnings.ts';
import { nameOf } from '../payments/payment.ts';
import { intentAt } from './intent-at.ts';

/** What a history tells about an intent. */
const historyOf = ({ status, review, flags, decision, expiresAtMs, sequence, payments }: Intent) => ({
  status,
  review,
  flags,
  decision: decision && { kind: decision.kind, reason: decision.reason, atMs: decision.atMs },
  expiresAtMs,
  sequence,
  payments: payments
    .map((payment) => ({ name: nameOf(payment), ...payment }))
    .map(({ name, state, asset, amount, voidReason }) => ({ name, state, asset, amount, voidReason }))
    .sort((a, b) => (a.name < b.name ? -1 : 1)),
});

const lastOf = ({ intents }: History): Intent => intents.at(-1) as Intent;

describe('the intent right after an event', () => {
  it('is the intent itself after the last one', () => {
    fc.assert(
      fc.property(anyHistory, (history) => {
        const intent = lastOf(history);
        expect(historyOf(intentAt(intent, history.timeline, intent.sequence))).toEqual(historyOf(intent));
      }),
      { numRuns: times(150, 500) },
    );
  });

  it('is what it was then, whatever happened since', () => {
    fc.assert(
      fc.property(anyHistory, (history) => {
        for (const then of history.intents) {
          expect(historyOf(intentAt(lastOf(history), history.timeline, then.sequence))).toEqual(historyOf(then));
        }
      }),
      { numRuns: times(100, 300) },
    );
  });

  it('can be told for every event, also for those in the middle of a change', () => {
    fc.assert(
      fc.property(anyHistory, (history) => {
        for (const { sequence, changes } of history.timeline) {
          const then = intentAt(lastOf(history), history.timeline, sequence);
          expect(then.sequence).toBe(sequence);
          if ('status' in changes) expect(then.status).toBe(changes.status);
        }
      }),
    );
  });

  it('has the targets that were assigned by then', () => {
    const intent = sampleIntent('1 SOL', '1 SOL = $100', 0, { targets: [1_000, 2_000, 2_001].map(sampleTarget) });
    const changes = { status: 'requires_payment' } as const;
    const timeline = [
      { type: 'payment_intent.created', changes, sequence: 1, atMs: 1_000 },
      { type: 'payment_intent.requires_payment', changes, sequence: 2, atMs: 2_000 },
    ] as const;
    const assignedBy = (sequence: number) =>
      intentAt(intent, timeline, sequence).targets.map(({ assignedAtMs }) => assignedAtMs);
    expect(assignedBy(1)).toEqual([1_000]);
    expect(assignedBy(2)).toEqual([1_000, 2_000]);
  });

  it('has the warnings of its creation only', () => {
    const [history] = fc.sample(anyHistory, { numRuns: 1, seed: 1 });
    const intent = { ...lastOf(history as History), warnings: [noFreeAmount('Solana')] };
    expect(intentAt(intent, [], 1).warnings).toEqual([]);
  });

  it('comes from histories in which everything happens', () => {
    const types = new Set(
      fc.sample(anyHistory, { numRuns: 1_000, seed: 1 }).flatMap(({ timeline }) => timeline.map(({ type }) => type)),
    );
    expect([...types].sort()).toEqual([
      'payment.confirmed',
      'payment.final',
      'payment.seen',
      'payment.void',
      'payment_intent.canceled',
      'payment_intent.created',
      'payment_intent.expired',
      'payment_intent.expiry_changed',
      'payment_intent.flagged',
      'payment_intent.needs_review',
      'payment_intent.partially_paid',
      'payment_intent.processing',
      'payment_intent.requires_payment',
      'payment_intent.reversed',
      'payment_intent.succeeded',
    ]);
  });
});
