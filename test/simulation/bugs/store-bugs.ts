import { followNetwork, type Transition } from '../../../src/domain/intents/transition.ts';
import { DEFAULT_SETTINGS } from '../../../src/domain/merchants/settings.ts';
import { ZERO } from '../../../src/domain/money/money.ts';
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

/** What a store, or whoever uses it, could get wrong. */
export const STORE_BUGS: readonly Bug[] = [
  {
    name: 'an event is dropped',
    caughtBy: ['events are numbered without a gap'],
    database: eachChange(({ intent, events }) => ({ intent, events: events.slice(0, -1) })),
  },
  {
    name: 'an event is dropped and nobody counts it',
    caughtBy: ['events fold to the state', 'every event changes something', 'no step that the table forbids'],
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
    name: 'a worker goes on though another has moved the cursor',
    caughtBy: [
      'nothing is final before its time',
      'at the end a payment is as the chain says',
      'no failed transaction counts',
    ],
    database: wrapBook((book) => ({ advanceScan: async (step) => (await book.advanceScan(step)) || true })),
  },
  {
    name: 'the cursor moves without its transfers',
    caughtBy: [
      'no money is lost from sight',
      'expiry knows what came before it',
      'at the end a payment is as the chain says',
    ],
    database: moveCursorAlone,
  },
  {
    name: 'dust is credited',
    caughtBy: ['dust does not count', 'success needs enough final money'],
    database: wrapBook((book) => ({ recordUnmatched: (network, kept, atMs) => creditDust(book, network, kept, atMs) })),
  },
  {
    name: 'an intent expires though its network was not read',
    caughtBy: ['expiry waits until every network is read', 'expiry knows what came before it'],
    database: wrapBook((book) => ({
      changeIntent: (ref, atMs, change) =>
        book.changeIntent(ref, atMs, (intent) =>
          change({ ...intent, targets: intent.targets.map((target) => ({ ...target, scannedUntilMs: atMs })) }),
        ),
    })),
  },
  {
    name: 'nobody looks again at what could not be seen',
    caughtBy: ['a review ends when its cause does'],
    database: wrapBook((book) => ({ takeOverdue: (nowMs, limit) => takeOpen(book, nowMs, limit) })),
  },
  {
    name: 'what counts for nobody is thrown away',
    caughtBy: ['no money is lost from sight', 'expiry knows what came before it'],
    database: wrapBook(() => ({ recordUnmatched: async () => undefined })),
  },
  {
    name: 'nobody looks at payments that are on their way',
    caughtBy: [
      'at the end a payment is as the chain says',
      'nothing is open past its expiry',
      'nothing is final before its time',
    ],
    database: wrapBook(() => ({ listMoving: async () => [] })),
  },
  {
    name: 'what was assigned by hand is taken for a stray again',
    caughtBy: ['at the end a payment is as the chain says', 'a round of a worker breaks no constraint'],
    database: wrapBook(() => ({ matchPayments: async () => [] })),
  },
  {
    name: 'a stray keeps the block that it has lost',
    caughtBy: ['nothing is final before its time', 'at the end a payment is as the chain says'],
    database: wrapBook((book) => ({
      advanceScan: (step) => book.advanceScan({ ...step, scan: { ...step.scan, rolledBackTo: undefined } }),
    })),
  },
  {
    name: 'an intent counts as paid with the money that is seen',
    caughtBy: ['success needs enough final money', 'events fold to the state'],
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
];

/** A review is left to people, whatever its cause. */
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

/** When a transaction fails, the cursor is written all the same. */
function moveCursorAlone(database: PaymentDatabase): PaymentDatabase {
  return {
    findWatch: (network, nowMs) => database.findWatch(network, nowMs),
    async transact(work) {
      let moved: ScanStep | undefined;
      const noting = (book: PaymentBook): PaymentBook => ({
        ...book,
        advanceScan: async (step) => {
          const isMoved = await book.advanceScan(step);
          if (isMoved) moved = step;
          return isMoved;
        },
      });
      try {
        await database.transact((book) => work(noting(book)));
      } catch (error) {
        const step = moved;
        if (step) await database.transact(async (book) => void (await book.advanceScan(step)));
        throw error;
      }
    },
  };
}

async function creditDust(book: PaymentBook, network: string, kept: readonly NewUnmatchedTransfer[], atMs: number) {
  for (const { merchantId, livemode, intentId, transfer, reason } of kept) {
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
    kept.filter(({ reason }) => reason !== 'dust'),
    atMs,
  );
}
