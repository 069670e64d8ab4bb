import type { Intent } from '../../../src/domain/intents/intent.ts';
import { followNetwork, type Transition } from '../../../src/domain/intents/transition.ts';
import { DEFAULT_SETTINGS } from '../../../src/domain/merchants/settings.ts';
import { multiplyRoundingDown, ZERO } from '../../../src/domain/money/money.ts';
import { nameOf, type Payment } from '../../../src/domain/payments/payment.ts';
import type { IntentRef } from '../../../src/ports/intents.ts';
import type { PaymentBook, PaymentDatabase, ScanStep } from '../../../src/ports/payment-book.ts';
import type { NewUnmatchedTransfer } from '../../../src/ports/transfers.ts';
import type { Bug } from './bug.ts';
import { wrapBook } from './wrap-book.ts';

const eachChange = (change: (changed: Transition) => Transition) =>
  wrapBook((book) => ({
    changeIntent: (ref, atMs, make) =>
      book.changeIntent(ref, atMs, (intent) => {
        const changed = make(intent);
        return changed && change(changed);
      }),
  }));

/** The engine judges an intent that was read wrong. What was wrong is not written. */
const misread = (read: (intent: Intent) => Partial<Intent>) =>
  wrapBook((book) => ({
    changeIntent: (ref, atMs, make) =>
      book.changeIntent(ref, atMs, (intent) => {
        const changed = make({ ...intent, ...read(intent) });
        const { cryptoAmount, policy, settledBy } = intent;
        const payments = changed?.intent.payments.map((payment) => restoreBlockTime(intent, payment)) ?? [];
        return (
          changed && {
            ...changed,
            intent: {
              ...changed.intent,
              cryptoAmount,
              policy,
              payments,
              settledBy: changed.intent.settledBy ?? settledBy,
            },
          }
        );
      }),
  }));

function restoreBlockTime({ payments }: Intent, payment: Payment): Payment {
  const known = payments.find((one) => nameOf(one) === nameOf(payment));
  return known?.blockHeight === payment.blockHeight ? { ...payment, blockTimeMs: known?.blockTimeMs } : payment;
}

/** Bugs that a store, or its caller, could have. */
export const STORE_BUGS: readonly Bug[] = [
  {
    name: 'an event is dropped',
    caughtBy: ['events are numbered without gaps'],
    database: eachChange(({ intent, events }) => ({ intent, events: events.slice(0, -1) })),
  },
  {
    name: 'an event is dropped without a gap in the sequence',
    caughtBy: ['events add up to the state', 'every event changes something', 'only allowed transitions happen'],
    database: eachChange(({ intent, events }) =>
      events.length < 2
        ? { intent, events }
        : { intent: { ...intent, sequence: intent.sequence - 1 }, events: events.slice(1) },
    ),
  },
  {
    name: 'a transition happens twice',
    caughtBy: ['every event changes something'],
    database: eachChange(({ intent, events }) => ({
      intent: { ...intent, sequence: intent.sequence + events.length },
      events: [...events, ...events],
    })),
  },
  {
    name: 'a worker continues although another one has moved the cursor',
    caughtBy: [
      'a payment is not final too early',
      'final states match the chain',
      'a failed transaction does not count',
    ],
    database: wrapBook((book) => ({ advanceScan: async (step) => (await book.advanceScan(step)) || true })),
  },
  {
    name: 'the cursor moves without its transfers',
    caughtBy: ['every transfer is recorded', 'expiry considers earlier transfers', 'final states match the chain'],
    database: moveCursorAlone,
  },
  {
    name: 'dust is credited',
    caughtBy: ['dust does not count', 'success needs enough final money'],
    database: wrapBook((book) => ({
      recordUnmatched: (network, unmatched, atMs) => creditDust(book, network, unmatched, atMs),
    })),
  },
  {
    name: 'an intent expires although its network was not scanned',
    caughtBy: ['expiry waits until every network is scanned', 'expiry considers earlier transfers'],
    database: wrapBook((book) => ({
      changeIntent: (ref, atMs, change) =>
        book.changeIntent(ref, atMs, (intent) =>
          change({ ...intent, targets: intent.targets.map((target) => ({ ...target, scannedUntilMs: atMs })) }),
        ),
    })),
  },
  {
    name: 'an unseen intent is never checked again',
    caughtBy: ['a review ends with its cause'],
    database: wrapBook((book) => ({ takeOverdue: (nowMs, limit) => takeOpen(book, nowMs, limit) })),
  },
  {
    name: 'unmatched transfers are discarded',
    caughtBy: ['every transfer is recorded', 'expiry considers earlier transfers'],
    database: wrapBook(() => ({ recordUnmatched: async () => undefined })),
  },
  {
    name: 'pending payments are not followed',
    caughtBy: [
      'final states match the chain',
      'no intent stays open after its expiry',
      'a payment is not final too early',
    ],
    database: wrapBook(() => ({ listMoving: async () => [] })),
  },
  {
    name: 'an assigned transfer becomes unmatched again',
    // A small payment by hand is then counted as dust, once another intent has its amount.
    caughtBy: ['final states match the chain', 'workers violate no constraint', 'every transfer is recorded'],
    database: wrapBook(() => ({ matchPayments: async () => [] })),
  },
  {
    name: 'a listed transfer that fails in its block is only counted',
    caughtBy: ['a failed transaction does not count'],
    database: wrapBook(() => ({ findListed: async () => [] })),
  },
  {
    name: 'an unmatched transfer keeps a block that was rolled back',
    caughtBy: ['a payment is not final too early', 'final states match the chain'],
    database: wrapBook((book) => ({
      advanceScan: (step) => book.advanceScan({ ...step, scan: { ...step.scan, rolledBackTo: undefined } }),
    })),
  },
  {
    name: 'a payment that was included too late is in time',
    caughtBy: ['success needs enough final money'],
    database: misread(({ payments }) => ({
      payments: payments.map((payment) => ({ ...payment, blockTimeMs: undefined })),
    })),
  },
  {
    name: 'more than five percent is tolerated',
    caughtBy: ['success needs enough final money'],
    database: misread(({ cryptoAmount }) => ({ cryptoAmount: multiplyRoundingDown(cryptoAmount, 85n, 100n) })),
  },
  {
    name: 'a reversed success comes back with other money',
    caughtBy: ['success needs enough final money'],
    database: misread(() => ({ settledBy: undefined })),
  },
  {
    name: 'today’s settings apply to an intent that kept a policy',
    caughtBy: ['success needs enough final money'],
    database: misread(() => ({ policy: undefined })),
  },
  {
    name: 'dust is not counted',
    caughtBy: ['every transfer is recorded'],
    database: wrapBook(() => ({ countDust: async () => undefined })),
  },
  {
    name: 'an intent succeeds with money that is only seen',
    caughtBy: ['success needs enough final money', 'events add up to the state'],
    database: eachChange(({ intent, events }) =>
      intent.status === 'processing'
        ? {
            intent: { ...intent, status: 'succeeded' },
            events: events.map((event) =>
              event.type === 'payment_intent.processing'
                ? { type: 'payment_intent.succeeded', changes: { ...event.changes, status: 'succeeded' } }
                : event,
            ),
          }
        : { intent, events },
    ),
  },
  {
    name: 'a rejection covers money that was on its way',
    caughtBy: ['a canceled intent has no money but what was rejected'],
    database: misread(({ decision }) => ({ decision: decision && { ...decision, payments: undefined } })),
  },
];

/** Leaves reviews to people, whatever the cause. */
async function takeOpen(book: PaymentBook, nowMs: number, limit: number): Promise<IntentRef[]> {
  const open: IntentRef[] = [];
  for (const ref of await book.takeOverdue(nowMs, limit)) {
    await book.changeIntent(ref, nowMs, (intent) => {
      if (!intent.review) open.push(ref);
      return undefined;
    });
  }
  return open;
}

/** Writes the cursor even if the transaction fails. */
function moveCursorAlone(database: PaymentDatabase): PaymentDatabase {
  return {
    findWatch: (network, nowMs) => database.findWatch(network, nowMs),
    async transact(work) {
      let moved: ScanStep | undefined;
      const recordStep = (book: PaymentBook): PaymentBook => ({
        ...book,
        advanceScan: async (step) => {
          const isMoved = await book.advanceScan(step);
          if (isMoved) moved = step;
          return isMoved;
        },
      });
      try {
        await database.transact((book) => work(recordStep(book)));
      } catch (error) {
        const step = moved;
        if (step) await database.transact(async (book) => void (await book.advanceScan(step)));
        throw error;
      }
    },
  };
}

async function creditDust(
  book: PaymentBook,
  network: string,
  unmatched: readonly NewUnmatchedTransfer[],
  atMs: number,
) {
  for (const { merchantId, livemode, intentId, transfer, reason } of unmatched) {
    if (reason !== 'dust' || intentId === undefined || transfer.amount <= ZERO) continue;
    await book.changeIntent({ merchantId, livemode, id: intentId }, atMs, (intent) =>
      followNetwork(intent, DEFAULT_SETTINGS, {
        network,
        rolledBackTo: undefined,
        transfers: [transfer],
        nowMs: atMs,
        replaced: new Set<string>(),
        missing: new Set<string>(),
        tipHeight: transfer.blockHeight ?? 0,
      }),
    );
  }
  await book.recordUnmatched(
    network,
    unmatched.filter(({ reason }) => reason !== 'dust'),
    atMs,
  );
}
