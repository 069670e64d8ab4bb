import * as fc from 'fast-check';
import { createdEvent, type IntentEvent } from '../../src/domain/events/event.ts';
import { decide } from '../../src/domain/intents/decide.ts';
import type { Intent } from '../../src/domain/intents/intent.ts';
import { sampleIntent, sampleTarget } from '../../src/domain/intents/sample-intent.test-fixture.ts';
import { followNetwork, type Transition, transition } from '../../src/domain/intents/transition.ts';
import { DEFAULT_POLICY, DEFAULT_SETTINGS } from '../../src/domain/merchants/settings.ts';
import { parseDecimal } from '../../src/domain/money/decimal.ts';
import type { Transfer } from '../../src/domain/transfers/transfer.ts';

const CREATED_MS = 1_800_000_000_000;
const NETWORK = 'bitcoin-regtest';

type PastEvent = IntentEvent & { sequence: number; atMs: number };

/** An intent after each change that was made to it, and all of its events. */
export interface History {
  intents: readonly Intent[];
  timeline: readonly PastEvent[];
}

type Step =
  | { kind: 'scan'; transfers: readonly Transfer[]; rolledBack: boolean; lost: boolean; tipHeight: number }
  | { kind: 'decide'; decision: 'accepted' | 'rejected'; reason: string }
  | { kind: 'cancel' }
  | { kind: 'change_expiry' }
  | { kind: 'look' };

const anyTransfer: fc.Arbitrary<Transfer> = fc.record({
  tx: fc.constantFrom('tx-1', 'tx-2', 'tx-3'),
  index: fc.constantFrom(0, 1),
  keys: fc.constant(['a']),
  address: fc.constant('a'),
  asset: fc.constantFrom('BTC', 'BTC', 'BTC', 'USDC'),
  token: fc.constant(undefined),
  amount: fc.constantFrom('0.2', '0.5', '0.998', '1', '1.5').map(parseDecimal),
  blockHeight: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
  failed: fc.constant(false),
  spends: fc.constant([]),
  firstSeenAtMs: fc.integer({ min: CREATED_MS, max: CREATED_MS + 5_000_000 }),
});

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('scan' as const),
      transfers: fc.uniqueArray(anyTransfer, { maxLength: 2, selector: ({ tx, index }) => `${tx}:${index}` }),
      rolledBack: fc.boolean(),
      lost: fc.boolean(),
      tipHeight: fc.integer({ min: 1, max: 15 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('decide' as const),
      decision: fc.constantFrom('accepted' as const, 'rejected' as const),
      reason: fc.constantFrom('seen', 'refunded'),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'cancel' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'change_expiry' as const }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'look' as const }) },
);

/** What a process does to an intent at a time. The rules are the real ones. */
function take(intent: Intent, step: Step, nowMs: number): Transition | undefined {
  switch (step.kind) {
    case 'scan':
      return followNetwork(intent, DEFAULT_SETTINGS, {
        network: NETWORK,
        rolledBackTo: step.rolledBack ? 2 : undefined,
        transfers: step.transfers,
        replaced: new Set(step.lost ? ['tx-1'] : []),
        missing: new Set(step.lost ? ['tx-2'] : []),
        tipHeight: step.tipHeight,
        safeHeight: undefined,
        finalizedHeight: undefined,
        nowMs,
      });
    case 'decide': {
      if (intent.status !== 'needs_review') return undefined;
      const decided = decide(intent, { kind: step.decision, reason: step.reason, atMs: nowMs });
      return transition(decided, DEFAULT_SETTINGS, nowMs);
    }
    case 'cancel':
      if (intent.status !== 'requires_payment' && intent.status !== 'processing') return undefined;
      return transition({ ...intent, canceledAtMs: nowMs }, DEFAULT_SETTINGS, nowMs);
    case 'change_expiry': {
      if (intent.expiresAtMs <= nowMs) return undefined;
      const [before, after] = [intent.expiresAtMs, nowMs].map((ms) => new Date(ms).toISOString());
      const changes = { expires_at: after ?? '', previous_expires_at: before ?? '' };
      return {
        intent: { ...intent, expiresAtMs: nowMs, sequence: intent.sequence + 1 },
        events: [{ type: 'payment_intent.expiry_changed', changes }],
      };
    }
    case 'look':
      return transition(intent, DEFAULT_SETTINGS, nowMs);
    default:
      return step satisfies never;
  }
}

function tell(steps: readonly { step: Step; pauseMs: number }[]): History {
  const opened = sampleIntent('1 BTC', '1 BTC = $100', CREATED_MS, {
    targets: [sampleTarget(CREATED_MS)],
    policy: DEFAULT_POLICY,
  });
  const intents = [opened];
  const timeline: PastEvent[] = [{ ...createdEvent(opened), sequence: 1, atMs: CREATED_MS }];
  let nowMs = CREATED_MS;
  for (const { step, pauseMs } of steps) {
    nowMs += pauseMs;
    const before = intents.at(-1) ?? opened;
    const changed = take({ ...before, targets: [{ ...sampleTarget(CREATED_MS), scannedUntilMs: nowMs }] }, step, nowMs);
    if (!changed) continue;
    timeline.push(
      ...changed.events.map((event, index) => ({ ...event, sequence: before.sequence + index + 1, atMs: nowMs })),
    );
    intents.push(changed.intent);
  }
  return { intents, timeline };
}

/** Histories of any length, made by the rules of the engine. */
export const anyHistory: fc.Arbitrary<History> = fc
  .array(fc.record({ step: anyStep, pauseMs: fc.integer({ min: 1, max: 2_000_000 }) }), { maxLength: 25 })
  .map(tell);
