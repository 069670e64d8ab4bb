import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Problem } from '../../src/domain/errors.ts';
import type { IntentEvent } from '../../src/domain/events/event.ts';
import { type MerchantId, makeId } from '../../src/domain/ids.ts';
import type { Intent } from '../../src/domain/intents/intent.ts';
import { DEFAULT_SETTINGS } from '../../src/domain/merchants/settings.ts';
import { parseDecimal } from '../../src/domain/money/decimal.ts';
import { cryptoAmount, ZERO } from '../../src/domain/money/money.ts';
import type { Payment } from '../../src/domain/payments/payment.ts';
import type { PaymentTarget } from '../../src/domain/payments/payment-target.ts';
import type { Transfer } from '../../src/domain/transfers/transfer.ts';
import type { Scan } from '../../src/ports/chain.ts';
import type { IntentRef } from '../../src/ports/intents.ts';
import type { PaymentBook, PaymentDatabase } from '../../src/ports/payment-book.ts';
import type { Store } from '../../src/ports/stores.ts';
import type { NewUnmatchedTransfer } from '../../src/ports/transfers.ts';
import { expireIntents } from '../../src/usecases/intents/expire-intents.ts';
import { type EngineDatabase, engineDatabases } from './engine-databases.ts';
import { newMerchantId, sampleIntent } from './sample-intent.ts';

const BITCOIN = 'bitcoin-regtest';
const SOLANA = 'solana-devnet';
const HOUR_MS = 3_600_000;

const targetOf = (address: string, reference: string | undefined): PaymentTarget => ({
  address,
  reference,
  matchedBy: reference === undefined ? 'address' : 'reference',
});

const scanOf = (cursor: string, more: Partial<Scan> = {}): Scan => ({
  rolledBackTo: undefined,
  transfers: [],
  replaced: [],
  missing: [],
  cursor,
  tipHeight: 10,
  scannedUntilMs: 5_000,
  behind: false,
  ...more,
});

const paymentOf = (tx: string, more: Partial<Payment> = {}): Payment => ({
  network: BITCOIN,
  tx,
  index: 0,
  blockHeight: 7,
  confirmations: 1,
  requirement: { blocks: 3 },
  state: 'confirmed',
  voidReason: undefined,
  asset: 'SOL',
  amount: cryptoAmount(5n),
  tail: ZERO,
  spends: [`coin of ${tx}`],
  firstSeenAtMs: 1_000,
  reorged: false,
  missingSinceMs: undefined,
  ...more,
});

const assignedTo = (found: Intent) => ({
  intent: { ...found, payments: [paymentOf('assigned')] },
  events: [],
});

const transferOf = (tx: string, more: Partial<Transfer> = {}): Transfer => ({
  tx,
  index: 0,
  keys: [],
  address: 'wallet',
  asset: 'SOL',
  token: undefined,
  amount: cryptoAmount(9n),
  blockHeight: 8,
  failed: false,
  spends: [],
  firstSeenAtMs: 2_000,
  ...more,
});

/** What a transaction moves in another block. */
const MOVED = { asset: 'USDC', amount: cryptoAmount(77n), tail: cryptoAmount(7n) };

const dustOf = (merchantId: MerchantId, livemode: boolean, asset: string, units: bigint) => ({
  merchantId,
  livemode,
  asset,
  amount: cryptoAmount(units),
});

const findSettings = async () => DEFAULT_SETTINGS;

const event = (status: 'processing' | 'succeeded' | 'expired'): IntentEvent => ({
  type: `payment_intent.${status}`,
  changes: { status },
});

const nobodyElse = () => expect.fail();

const reject = () => {
  throw new Problem('invalid_state', 'rejected');
};

const payAtTip: Parameters<Store['transfers']['assign']>[3] = (found, transfer, tip) => {
  expect(transfer.tx).toBe('t1');
  expect(tip).toMatchObject({ tipHeight: 12, tipTimeMs: 7_500, safeHeight: 11, finalizedHeight: 10 });
  return { intent: { ...found, payments: [paymentOf('t1')] }, events: [] };
};

describe.each(engineDatabases())('payments on $name', ({ open }) => {
  let opened: EngineDatabase;
  let database: PaymentDatabase;
  let store: Store;
  let merchantId: MerchantId;
  /** Cursors belong to the whole database, so every test starts with empty tables. */
  beforeAll(async () => {
    opened = await open();
  });
  beforeEach(async () => {
    await opened.empty();
    database = opened.database;
    merchantId = newMerchantId();
    store = opened.bind(merchantId, false);
  });
  afterAll(() => opened.close());

  const refOf = ({ id }: Intent): IntentRef => ({ merchantId, livemode: false, id });

  async function read<Result>(work: (book: PaymentBook) => Promise<Result>): Promise<Result> {
    let result: Result | undefined;
    await database.transact(async (book) => {
      result = await work(book);
    });
    return result as Result;
  }

  async function insert(
    targets: [network: string, address: string, reference?: string][] = [],
    more = {},
    coinUntilMs?: number,
  ) {
    const intent = sampleIntent(more);
    await store.intents.insert(intent, undefined);
    const byNetwork = new Map(targets.map(([network, address, reference]) => [network, targetOf(address, reference)]));
    const make = async (network: string) => ({
      ...(byNetwork.get(network) as PaymentTarget),
      requirement: { blocks: 3 },
      decimals: 9,
      assignedAtMs: intent.createdAtMs,
      coinUntilMs,
    });
    await store.intents.assignTargets(intent.id, [...byNetwork.keys()], make, () => undefined);
    return intent;
  }

  const pay = (intent: Intent, ...payments: Payment[]) =>
    read((book) =>
      book.changeIntent(refOf(intent), 4_000, (found) => ({
        intent: { ...found, payments: [...found.payments, ...payments] },
        events: [],
      })),
    );

  const record = (transfer: Transfer, reason: NewUnmatchedTransfer['reason'] = 'no_reference', network = BITCOIN) =>
    read((book) =>
      book.recordUnmatched(
        network,
        [
          {
            id: makeId('tr', 1_000, randomBytes(10)),
            merchantId,
            livemode: false,
            intentId: undefined,
            transfer,
            reason,
          },
        ],
        3_000,
      ),
    );

  const listUnmatched = () => store.transfers.list({ unassigned: false, limit: 10 });

  const blockTimes = async () => (await listUnmatched()).map(({ blockTimeMs }) => blockTimeMs);

  const recordAt = (atMs: number, transfer: Transfer, reason: NewUnmatchedTransfer['reason']) => {
    const id = makeId('tr', atMs, randomBytes(10));
    const one = { id, merchantId, livemode: false, intentId: undefined, transfer, reason };
    return read((book) => book.recordUnmatched(BITCOIN, [one], atMs));
  };
  const left = async () => (await listUnmatched()).map(({ tx }) => tx).sort();
  const remove = (before: { worthlessMs: number; moneyMs: number }, limit = 10) =>
    read((book) => book.deleteUnmatched(before, limit));

  const advance = (from: string | undefined, scan: Scan, token: number) =>
    read((book) => book.advanceScan({ network: BITCOIN, from, scan, token }));

  const moving = async (rolledBackTo: number | undefined) =>
    (await read((book) => book.listMoving(BITCOIN, rolledBackTo))).map(({ id }) => id).sort();

  const heights = async () => new Map((await listUnmatched()).map(({ tx, blockHeight }) => [tx, blockHeight]));

  const take = async (nowMs: number, limit = 10) =>
    (await read((book) => book.takeOverdue(nowMs, limit))).map(({ id }) => id);

  it('moves a cursor only from its current position and with the newest lease', async () => {
    expect(await advance(undefined, scanOf('a'), 2)).toBe(true);
    expect(await advance(undefined, scanOf('b'), 3)).toBe(false);
    expect(await advance('x', scanOf('b'), 3)).toBe(false);
    expect(await advance('a', scanOf('b'), 1)).toBe(false);
    expect(await advance('a', scanOf('b'), 2)).toBe(true);
    expect(await advance('a', scanOf('c'), 2)).toBe(false);
    expect(await advance('b', scanOf('c'), 4)).toBe(true);
  });

  it('never moves the scanned time back', async () => {
    const intent = await insert([[BITCOIN, 'one']]);
    const until = async () => (await store.intents.find(intent.id))?.targets[0]?.scannedUntilMs;
    expect(await until()).toBeUndefined();
    await advance(undefined, scanOf('a', { scannedUntilMs: 9_000 }), 1);
    await advance('a', scanOf('b', { scannedUntilMs: 6_000 }), 1);
    expect(await until()).toBe(9_000);
  });

  it('delays only the intents of an address that lags', async () => {
    const [slow, other] = [await insert([[SOLANA, 'slow', 'r1']]), await insert([[SOLANA, 'other', 'r2']])];
    const advanceSolana = (from: string | undefined, scan: Scan) =>
      read((book) => book.advanceScan({ network: SOLANA, from, scan, token: 1 }));
    const until = async () => {
      const intents = await Promise.all([slow, other].map(({ id }) => store.intents.find(id)));
      return intents.map((intent) => intent?.targets[0]?.scannedUntilMs);
    };
    const lagging = [{ address: 'slow', scannedUntilMs: 4_000 }];
    await advanceSolana(undefined, scanOf('a', { scannedUntilMs: 9_000, lagging }));
    expect(await until()).toEqual([4_000, 9_000]);
    await advanceSolana('a', scanOf('b', { scannedUntilMs: 9_500 }));
    expect(await until()).toEqual([9_500, 9_500]);
  });

  it('watches no address whose targets are no longer watched, and starts with the first that is', async () => {
    const old = await insert([[SOLANA, 'wallet-a', 'r1']]);
    await insert([[SOLANA, 'wallet-b', 'r2']]);
    const lateMs = old.expiresAtMs + 30 * 24 * HOUR_MS;
    const late = await insert([[SOLANA, 'wallet-b', 'r3']], { createdAtMs: lateMs, expiresAtMs: lateMs + HOUR_MS });
    const before = await database.findWatch(SOLANA, old.expiresAtMs);
    expect(await before?.watch.addresses()).toEqual(['wallet-a', 'wallet-b']);
    const after = await database.findWatch(SOLANA, lateMs + 1_000);
    expect(await after?.watch.addresses()).toEqual(['wallet-b']);
    expect(await after?.watch.sinceOf('wallet-b')).toBe(late.createdAtMs);
  });

  it('lists the addresses of intents that wait for money, the one assigned last first', async () => {
    const nowMs = Date.now();
    await insert([[BITCOIN, 'open']], { createdAtMs: 2_000 });
    await insert([[BITCOIN, 'paid']], { status: 'succeeded' });
    await insert([[BITCOIN, 'newest']], { createdAtMs: 3_000 });
    await insert([[SOLANA, 'elsewhere']]);
    const unseen = await insert([[BITCOIN, 'unseen']], { createdAtMs: 1_000 });
    const { watch } = (await database.findWatch(BITCOIN, nowMs)) ?? expect.fail();
    expect(await watch.addresses(9, 'awaited')).toEqual(['newest', 'open', 'unseen']);
    expect(await watch.addresses(1, 'awaited')).toEqual(['newest', 'open']);
    const change = (status: Intent['status'], review: Intent['review']) =>
      database.transact(async (book) => {
        await book.changeIntent(refOf(unseen), nowMs, (found) => ({
          intent: { ...found, status, review },
          events: [],
        }));
      });
    await change('needs_review', { cause: 'unseen', from: 'requires_payment' });
    expect(await watch.addresses(9, 'awaited')).toContain('unseen');
    await change('expired', undefined);
    expect(await watch.addresses(9, 'awaited')).toEqual(['newest', 'open']);
  });

  it('watches derived addresses too, and returns one more than asked for if there are more', async () => {
    const nowMs = Date.now();
    await insert([[SOLANA, 'wallet', 'r1']]);
    for (const address of ['a1', 'a2', 'a3']) await insert([[SOLANA, address]]);
    const { watch } = (await database.findWatch(SOLANA, nowMs)) ?? expect.fail();
    expect(await watch.addresses()).toEqual(['a1', 'a2', 'a3', 'wallet']);
    expect(await watch.addresses(4)).toHaveLength(4);
    expect(await watch.addresses(2)).toHaveLength(3);
    expect(new Set(await watch.addresses(1)).size).toBe(2);
    const [, second] = [await insert([[SOLANA, 'a4']], { createdAtMs: 4_000 }), await insert([[SOLANA, 'a5']])];
    expect(await watch.sinceOf('a4')).toBe(4_000);
    expect(await watch.sinceOf('a5')).toBe(second.createdAtMs);
    const later = await database.findWatch(SOLANA, nowMs + 60 * 24 * HOUR_MS);
    expect(later).toBeUndefined();
  });

  it('knows until when a payment in the coin can arrive, after that too', async () => {
    const until = async (nowMs: number) => (await database.findWatch(SOLANA, nowMs))?.watch.coinUntilMs;
    const nowMs = Date.now();
    await insert([[SOLANA, 'wallet', 'r1']]);
    expect(await until(nowMs)).toBeUndefined();
    await insert([[SOLANA, 'wallet', 'r2']], {}, nowMs + HOUR_MS);
    await insert([[SOLANA, 'wallet', 'r3']], {}, nowMs + 3 * HOUR_MS);
    await insert([[BITCOIN, 'a1']], {}, nowMs + 5 * HOUR_MS);
    expect(await until(nowMs)).toBe(nowMs + 3 * HOUR_MS);
    expect(await until(nowMs + 4 * HOUR_MS)).toBe(nowMs + 3 * HOUR_MS);
  });

  it('makes transactions atomic and isolated', async () => {
    const intent = await insert([[BITCOIN, 'one']]);
    const failing = database.transact(async (book) => {
      await book.advanceScan({ network: BITCOIN, from: undefined, scan: scanOf('a'), token: 1 });
      await book.changeIntent(refOf(intent), 0, (found) => ({
        intent: { ...found, status: 'expired', sequence: 2, payments: [paymentOf('t1')] },
        events: [{ type: 'payment_intent.expired', changes: { status: 'expired' } }],
      }));
      expect((await store.intents.find(intent.id))?.status).toBe('requires_payment');
      throw new Problem('invalid_state', 'rejected');
    });
    await expect(failing).rejects.toThrow('rejected');
    expect(await store.intents.find(intent.id)).toMatchObject({ status: 'requires_payment', payments: [] });
    expect((await store.intents.findWithTimeline(intent.id))?.timeline).toHaveLength(1);
    expect(await database.findWatch(BITCOIN, intent.createdAtMs)).toMatchObject({ cursor: undefined });
  });

  it('finds the intent of a target by its reference or address, and assigns no target twice', async () => {
    const one = await insert([
      [BITCOIN, 'a1'],
      [SOLANA, 'wallet', 'r1'],
    ]);
    const two = await insert([[SOLANA, 'wallet', 'r2']]);
    expect(await read((book) => book.matchTargets(SOLANA, ['r2', 'wallet', 'a1', 'r9']))).toEqual([
      { key: 'r2', address: 'wallet', intent: refOf(two) },
    ]);
    expect(await read((book) => book.matchTargets(BITCOIN, ['a1']))).toEqual([
      { key: 'a1', address: 'a1', intent: refOf(one) },
    ]);
    await expect(insert([[BITCOIN, 'a1']])).rejects.toThrow();
    expect(await read((book) => book.listShared(SOLANA, ['wallet', 'elsewhere']))).toEqual([
      { address: 'wallet', matchedBy: 'reference' },
    ]);
    expect(await read((book) => book.listShared(BITCOIN, ['a1']))).toEqual([]);
  });

  it('tells which merchants have intents here, in their mode', async () => {
    await insert();
    const here = { merchantId, livemode: false, address: 'kept' };
    const elsewhere = [
      { merchantId, livemode: true },
      { merchantId: newMerchantId(), livemode: false },
    ];
    expect(await read((book) => book.listResidents([...elsewhere, here]))).toEqual([here]);
  });

  it('stores payments, updates their progress and what they moved, and counts a transfer once', async () => {
    const [one, two] = [await insert(), await insert()];
    await pay(one, paymentOf('t1'), paymentOf('t2', { firstSeenAtMs: 500, blockHeight: undefined, state: 'seen' }));
    expect((await store.intents.find(one.id))?.payments.map(({ tx }) => tx)).toEqual(['t2', 't1']);
    await read((book) =>
      book.changeIntent(refOf(one), 0, (found) => ({
        intent: {
          ...found,
          payments: found.payments.map((payment) =>
            payment.tx === 't1'
              ? { ...payment, ...MOVED, state: 'final', confirmations: 3, spends: [], firstSeenAtMs: 1, reorged: true }
              : payment,
          ),
        },
        events: [],
      })),
    );
    expect((await store.intents.find(one.id))?.payments[1]).toEqual(
      paymentOf('t1', { ...MOVED, state: 'final', confirmations: 3, reorged: true }),
    );
    expect(await read((book) => book.matchPayments(BITCOIN, ['t1', 't9']))).toEqual([
      { tx: 't1', index: 0, intent: refOf(one) },
    ]);
    await expect(pay(two, paymentOf('t1'))).rejects.toThrow();
    await expect(pay(two, paymentOf('t3', { amount: ZERO }))).rejects.toThrow();
    await pay(two, paymentOf('t1', { index: 1 }), paymentOf('t1', { network: SOLANA }));
    expect((await store.intents.find(two.id))?.payments).toHaveLength(2);
  });

  it('stores the time of a payment’s block, which changes with the block', async () => {
    const intent = await insert();
    await pay(intent, paymentOf('t1', { blockTimeMs: 1_700_000_000_123 }), paymentOf('t2', { blockHeight: undefined }));
    const times = async () => (await store.intents.find(intent.id))?.payments.map(({ blockTimeMs }) => blockTimeMs);
    expect(await times()).toEqual([1_700_000_000_123, undefined]);
    await read((book) =>
      book.changeIntent(refOf(intent), 0, (found) => ({
        intent: {
          ...found,
          payments: found.payments.map((one) =>
            one.tx === 't1' ? { ...one, blockTimeMs: undefined } : { ...one, blockTimeMs: 9_000 },
          ),
        },
        events: [],
      })),
    );
    expect(await times()).toEqual([undefined, 9_000]);
  });

  it('remembers what settled an intent', async () => {
    const intent = await insert();
    expect((await store.intents.find(intent.id))?.settledBy).toBeUndefined();
    const settled = { settledWith: cryptoAmount(5n), settledBy: [`${BITCOIN}:t1:0`, `${SOLANA}:t2:1`] };
    const write = (more: Partial<Intent>) =>
      read((book) => book.changeIntent(refOf(intent), 0, (found) => ({ intent: { ...found, ...more }, events: [] })));
    await write(settled);
    expect(await store.intents.find(intent.id)).toMatchObject(settled);
    await write({ status: 'needs_review', review: { cause: 'reorged', from: 'succeeded' } });
    expect(await store.intents.find(intent.id)).toMatchObject(settled);
  });

  it('numbers new events after the existing ones', async () => {
    const intent = await insert();
    await read((book) =>
      book.changeIntent(refOf(intent), 4_000, (found) => ({
        intent: { ...found, sequence: 3 },
        events: [event('processing'), event('succeeded')],
      })),
    );
    expect((await store.intents.findWithTimeline(intent.id))?.timeline.slice(1)).toEqual([
      { sequence: 2, type: 'payment_intent.processing', changes: { status: 'processing' }, atMs: 4_000 },
      { sequence: 3, type: 'payment_intent.succeeded', changes: { status: 'succeeded' }, atMs: 4_000 },
    ]);
    const again = read((book) =>
      book.changeIntent(refOf(intent), 0, (found) => ({ intent: { ...found, sequence: 1 }, events: [] })),
    );
    await again;
    await expect(
      read((book) => book.changeIntent(refOf(intent), 0, (found) => ({ intent: found, events: [event('expired')] }))),
    ).rejects.toThrow();
    const otherMode = { ...refOf(intent), livemode: true };
    expect(await read((book) => book.changeIntent(otherMode, 0, () => expect.fail()))).toBeUndefined();
  });

  it('lists intents with pending payments, and with final payments above a rollback', async () => {
    const [seen, final, old, lost] = [await insert(), await insert(), await insert(), await insert()];
    await pay(seen, paymentOf('t1', { state: 'seen', blockHeight: undefined }));
    await pay(final, paymentOf('t2', { state: 'final', blockHeight: 9 }));
    await pay(old, paymentOf('t3', { state: 'final', blockHeight: 5 }), paymentOf('t5', { network: SOLANA }));
    await pay(lost, paymentOf('t4', { state: 'void', blockHeight: undefined, voidReason: 'replaced' }));
    expect(await moving(undefined)).toEqual([seen.id]);
    expect(await moving(5)).toEqual([seen.id, final.id].sort());
    expect(await moving(4)).toEqual([seen.id, final.id, old.id].sort());
  });

  it('stores an unmatched transfer once and updates its reason only from a block', async () => {
    const dust = transferOf('t1', { blockHeight: undefined });
    await record(dust, 'dust');
    await record({ ...dust, amount: cryptoAmount(1n) }, 'failed');
    expect(await listUnmatched()).toMatchObject([{ tx: 't1', amount: 9n, blockHeight: undefined, reason: 'dust' }]);
    await record({ ...dust, blockHeight: 8 }, 'failed');
    expect(await listUnmatched()).toMatchObject([{ tx: 't1', blockHeight: 8, reason: 'failed' }]);
    await record(dust, 'dust');
    expect(await listUnmatched()).toMatchObject([{ tx: 't1', blockHeight: 8, reason: 'failed' }]);
    await record({ ...dust, index: 1 }, 'dust');
    expect(await listUnmatched()).toHaveLength(2);
  });

  it('finds the transfers that their own merchant already sees', async () => {
    await record(transferOf('t1'));
    const wanted = (tx: string, index: number, owner = merchantId, livemode = false) => ({
      merchantId: owner,
      livemode,
      transfer: transferOf(tx, { index }),
    });
    const known = wanted('t1', 0);
    const others = [
      wanted('t2', 0),
      wanted('t1', 1),
      wanted('t1', 0, newMerchantId()),
      wanted('t1', 0, merchantId, true),
    ];
    expect(await read((book) => book.findListed(BITCOIN, [...others, known]))).toEqual([known]);
    expect(await read((book) => book.findListed(SOLANA, [known]))).toEqual([]);
    expect(await read((book) => book.findListed(BITCOIN, []))).toEqual([]);
  });

  it('removes the block of an unmatched transfer after a rollback, only with the newest lease', async () => {
    await record(transferOf('low', { blockHeight: 6 }));
    await record(transferOf('high', { blockHeight: 7 }));
    await record(transferOf('other', { blockHeight: 7 }), 'no_reference', SOLANA);
    await advance(undefined, scanOf('a'), 2);
    await advance('a', scanOf('b', { rolledBackTo: 6 }), 1);
    expect((await heights()).get('high')).toBe(7);
    await advance('a', scanOf('b', { rolledBackTo: 6 }), 2);
    expect(Object.fromEntries(await heights())).toEqual({ high: undefined, low: 6, other: 7 });
  });

  it('forgets after a rollback what a balance showed in a block that is gone', async () => {
    await record(transferOf('low', { blockHeight: 6 }), 'unexplained');
    await record(transferOf('high', { blockHeight: 7 }), 'unexplained');
    await record(transferOf('high', { blockHeight: 7 }), 'unexplained');
    expect(await heights()).toEqual(new Map(Object.entries({ high: 7, low: 6 })));
    await advance(undefined, scanOf('a'), 1);
    await advance('a', scanOf('b', { rolledBackTo: 6 }), 1);
    expect(await heights()).toEqual(new Map(Object.entries({ low: 6 })));
  });

  it('stores the time of an unmatched transfer’s block together with its height', async () => {
    await record(transferOf('t1', { blockHeight: undefined }));
    expect(await blockTimes()).toEqual([undefined]);
    await record(transferOf('t1', { blockHeight: 8, blockTimeMs: 7_500 }));
    await record(transferOf('t1', { blockHeight: undefined }));
    expect(await blockTimes()).toEqual([7_500]);
    await advance(undefined, scanOf('a'), 1);
    await advance('a', scanOf('b', { rolledBackTo: 7 }), 1);
    expect(await blockTimes()).toEqual([undefined]);
  });

  it('assigns an unmatched transfer and changes its intent atomically', async () => {
    const intent = await insert();
    await advance(undefined, scanOf('a', { tipHeight: 12, tipTimeMs: 7_500, safeHeight: 11, finalizedHeight: 10 }), 1);
    await record(transferOf('t1'));
    const [unmatched] = await listUnmatched();
    const id = unmatched?.id ?? expect.fail();
    const rejected = store.transfers.assign(id, intent.id, 0, reject, nobodyElse);
    await expect(rejected).rejects.toThrow('rejected');
    expect(await listUnmatched()).toMatchObject([{ assignedTo: undefined }]);
    const assigned = await store.transfers.assign(id, intent.id, 0, payAtTip, nobodyElse);
    expect(assigned?.payments).toHaveLength(1);
    expect(await listUnmatched()).toMatchObject([{ assignedTo: intent.id }]);
    expect(await store.transfers.list({ unassigned: true, limit: 10 })).toEqual([]);
    const other = opened.bind(newMerchantId(), false).transfers;
    expect(await other.list({ unassigned: false, limit: 10 })).toEqual([]);
    expect(await other.assign(id, intent.id, 0, () => expect.fail(), nobodyElse)).toBeUndefined();
  });

  it('counts dust by merchant, mode, network and asset, in the transaction of the scan', async () => {
    const other = newMerchantId();
    expect(await store.transfers.listDust()).toEqual([]);
    await read((book) => book.countDust(SOLANA, []));
    await read((book) =>
      book.countDust(SOLANA, [
        dustOf(merchantId, false, 'USDC', 5n),
        dustOf(merchantId, false, 'SOL', 2n ** 200n),
        dustOf(merchantId, false, 'SOL', 0n),
        dustOf(other, false, 'SOL', 4n),
        dustOf(merchantId, true, 'SOL', 8n),
      ]),
    );
    await read((book) => book.countDust(SOLANA, [dustOf(merchantId, false, 'SOL', 1n)]));
    await read((book) => book.countDust(BITCOIN, [dustOf(merchantId, false, 'BTC', 3n)]));
    const failing = database.transact(async (book) => {
      await book.countDust(BITCOIN, [dustOf(merchantId, false, 'BTC', 3n)]);
      throw new Problem('invalid_state', 'rejected');
    });
    await expect(failing).rejects.toThrow('rejected');
    expect(await store.transfers.listDust()).toEqual([
      { network: BITCOIN, asset: 'BTC', transfers: 1, amount: 3n },
      { network: SOLANA, asset: 'SOL', transfers: 3, amount: 2n ** 200n + 1n },
      { network: SOLANA, asset: 'USDC', transfers: 1, amount: 5n },
    ]);
    expect(await opened.bind(merchantId, true).transfers.listDust()).toMatchObject([{ transfers: 1, amount: 8n }]);
  });

  it('counts the failed transactions that name an intent', async () => {
    const [one, two, none] = [await insert(), await insert(), await insert()];
    const list = (tx: string, { id }: Intent, reason: NewUnmatchedTransfer['reason'], more: object = {}) =>
      read((book) => {
        const row = { id: makeId('tr', 1_000, randomBytes(10)), merchantId, livemode: false, intentId: id, ...more };
        return book.recordUnmatched(BITCOIN, [{ ...row, transfer: transferOf(tx), reason }], 1_000);
      });
    for (const tx of ['f1', 'f2', 'f2']) await list(tx, one, 'failed');
    await list('f3', two, 'failed');
    await list('f4', two, 'dust');
    await list('f5', two, 'failed', { merchantId: newMerchantId() });
    expect(await read((book) => book.countFailed([one, two, none].map(refOf)))).toEqual(
      new Map([
        [one.id, 2],
        [two.id, 1],
      ]),
    );
  });

  it('counts the unknown tokens that were listed for a merchant since a time', async () => {
    const token = { asset: undefined, token: 'mint' };
    await recordAt(1_000, transferOf('old', token), 'unknown_token');
    for (const tx of ['t1', 't2']) await recordAt(2_000, transferOf(tx, token), 'unknown_token');
    await recordAt(2_000, transferOf('t3'), 'failed');
    const merchants = [
      { merchantId: newMerchantId(), livemode: false },
      { merchantId, livemode: false },
      { merchantId, livemode: true },
    ];
    expect(await read((book) => book.countUnknown(merchants, 2_000))).toEqual([0, 2, 0]);
    expect(await read((book) => book.countUnknown(merchants, 1_000))).toEqual([0, 3, 0]);
  });

  describe('deletes old unmatched transfers', () => {
    const money = { asset: 'BTC', amount: parseDecimal('0.00000546') };

    it('that moved no money earlier than money', async () => {
      await recordAt(1_000, transferOf('money', money), 'no_reference');
      await recordAt(1_000, transferOf('failed', money), 'failed');
      await recordAt(1_000, transferOf('token', { asset: undefined, token: 'mint' }), 'unknown_token');
      await recordAt(1_000, transferOf('dust', { ...money, amount: parseDecimal('0.00000545') }), 'dust');
      await recordAt(1_000, transferOf('unknown worth', { asset: 'BIG', amount: cryptoAmount(1n) }), 'no_reference');
      expect(await remove({ worthlessMs: 1_000, moneyMs: 500 })).toBe(0);
      expect(await remove({ worthlessMs: 1_001, moneyMs: 1_000 })).toBe(3);
      expect(await left()).toEqual(['money', 'unknown worth']);
      expect(await remove({ worthlessMs: 2_000, moneyMs: 1_001 })).toBe(2);
      expect(await left()).toEqual([]);
    });

    it('never one that was assigned, and one that was reported or claimed again only later', async () => {
      const intent = await insert();
      await recordAt(1_000, transferOf('assigned', money), 'no_reference');
      const [assigned] = await listUnmatched();
      await store.transfers.assign(assigned?.id ?? expect.fail(), intent.id, 0, assignedTo, () => undefined);
      await recordAt(1_000, transferOf('claimed', money), 'failed');
      await recordAt(5_000, transferOf('claimed', money), 'failed');
      await recordAt(4_000, transferOf('claimed', money), 'failed');
      expect(await remove({ worthlessMs: 5_000, moneyMs: 5_000 })).toBe(0);
      expect(await remove({ worthlessMs: 5_001, moneyMs: 5_001 })).toBe(1);
      expect(await left()).toEqual(['assigned']);
    });

    it('with their claims', async () => {
      const intent = { merchantId, livemode: false, id: (await insert()).id };
      for (const [tx, atMs] of [
        ['old', 1_000],
        ['new', 9_000],
      ] as const) {
        const id = makeId('tr', atMs, randomBytes(10));
        const transfer = transferOf(tx);
        const row = { id, merchantId, livemode: false, intentId: undefined, transfer, reason: 'failed' as const };
        const claim = { intent, network: BITCOIN, unmatched: row, due: undefined, proof: undefined };
        expect(await read((book) => book.recordClaim(claim, atMs))).toBe('unproven');
      }
      const ids = (await listUnmatched()).map(({ id }) => id);
      expect(await store.transfers.listClaims(ids)).toHaveLength(2);
      expect(await remove({ worthlessMs: 2_000, moneyMs: 2_000 })).toBe(1);
      expect(await store.transfers.listClaims(ids)).toHaveLength(1);
    });

    it('in steps', async () => {
      for (const tx of ['t1', 't2', 't3']) await recordAt(1_000, transferOf(tx), 'failed');
      expect(await remove({ worthlessMs: 2_000, moneyMs: 0 }, 2)).toBe(2);
      expect(await remove({ worthlessMs: 2_000, moneyMs: 0 }, 2)).toBe(1);
      expect(await remove({ worthlessMs: 2_000, moneyMs: 0 }, 2)).toBe(0);
    });
  });

  it('returns overdue open intents, the oldest first, and again some seconds later', async () => {
    const [second, first, third] = [
      await insert([], { expiresAtMs: 2_000 }),
      await insert([], { expiresAtMs: 1_000 }),
      await insert([], { expiresAtMs: 9_000 }),
    ];
    await insert([], { expiresAtMs: 1_000, status: 'canceled' });
    expect(await take(999)).toEqual([]);
    expect(await take(3_000, 1)).toEqual([first.id]);
    expect(await take(3_000)).toEqual([second.id]);
    expect(await take(7_999)).toEqual([]);
    expect((await take(9_000)).sort()).toEqual([first.id, second.id, third.id].sort());
  });

  it('checks an unseen intent again, less often over time, and expires it once the network was scanned', async () => {
    const intent = await insert([[BITCOIN, 'one']], { expiresAtMs: 1_000 });
    const expireAt = async (nowMs: number) => {
      const ports = { clock: { nowMs: () => nowMs, sleep: async () => undefined }, settings: { find: findSettings } };
      await expireIntents(ports, database);
      return (await store.intents.find(intent.id))?.status;
    };
    const nowMs = 1_000 + 2 * 24 * HOUR_MS;
    await advance(undefined, scanOf('a', { scannedUntilMs: 999 }), 1);
    expect(await expireAt(nowMs)).toBe('needs_review');
    await advance('a', scanOf('b', { scannedUntilMs: 1_000 }), 1);
    expect(await expireAt(nowMs + 2 * 86_400 - 1)).toBe('needs_review');
    expect(await expireAt(nowMs + 2 * 86_400)).toBe('expired');
    const timeline = (await store.intents.findWithTimeline(intent.id))?.timeline ?? [];
    expect(timeline.map(({ sequence, type }) => `${sequence} ${type}`)).toEqual([
      '1 payment_intent.created',
      '2 payment_intent.needs_review',
      '3 payment_intent.expired',
    ]);
    expect(await take(nowMs + 10 * 86_400)).toEqual([]);
  });

  it('returns the input of the next scan', async () => {
    const one = await insert([
      [BITCOIN, 'a1'],
      [SOLANA, 'wallet-b', 'r1'],
    ]);
    const two = await insert([[SOLANA, 'wallet-a', 'r2']]);
    await insert([[SOLANA, 'wallet-b', 'r3']]);
    const nowMs = two.createdAtMs + HOUR_MS;
    const found = await database.findWatch(SOLANA, nowMs);
    expect(found).toMatchObject({ cursor: undefined, watch: { nowMs, sinceMs: one.createdAtMs, pending: [] } });
    expect(await found?.watch.addresses()).toEqual(['wallet-a', 'wallet-b']);
    expect(await found?.watch.sinceOf('wallet-a')).toBe(two.createdAtMs);
    expect(await found?.watch.sinceOf('wallet-b')).toBe(one.createdAtMs);
    expect(await (await database.findWatch(BITCOIN, nowMs))?.watch.addresses()).toEqual(['a1']);
    expect(await database.findWatch(BITCOIN, nowMs + 40 * 24 * HOUR_MS)).toBeUndefined();
    expect(await database.findWatch('simulated', nowMs)).toBeUndefined();

    await pay(one, paymentOf('t1'), paymentOf('t1', { index: 1 }), paymentOf('t2', { state: 'void' }));
    await pay(two, paymentOf('t3', { state: 'final', blockHeight: 301 }));
    await pay(two, paymentOf('t4', { state: 'final', blockHeight: 300 }));
    await pay(two, paymentOf('t5', { state: 'final', blockHeight: 500 }));
    const first = await database.findWatch(BITCOIN, nowMs);
    expect(first?.watch.pending.map(({ tx }) => tx).toSorted()).toEqual(['t1', 't3', 't5']);
    await advance(undefined, scanOf('a', { tipHeight: 500, scannedUntilMs: nowMs }), 1);
    const later = await database.findWatch(BITCOIN, nowMs + 1_000);
    expect(later).toMatchObject({ cursor: 'a', watch: { sinceMs: 0 } });
    expect(later?.watch.pending.toSorted((a, b) => (a.tx < b.tx ? -1 : 1))).toEqual([
      { tx: 't1', spends: ['coin of t1'], blockHeight: 7 },
      { tx: 't3', spends: ['coin of t3'], blockHeight: 301 },
      { tx: 't5', spends: ['coin of t5'], blockHeight: 500 },
    ]);
    expect((await database.findWatch(BITCOIN, nowMs + HOUR_MS))?.watch.sinceMs).toBe(one.createdAtMs);
  });

  it('says which pending payments wait for nodes to agree', async () => {
    const intent = await insert([[BITCOIN, 'a1']]);
    const requirement = { blocks: 3, agreed: true as const };
    const find = async () => (await database.findWatch(BITCOIN, intent.createdAtMs))?.watch;
    await advance(undefined, scanOf('a', { tipHeight: 100 }), 1);
    await pay(intent, paymentOf('t1'), paymentOf('t2', { requirement, state: 'final' }));
    expect(await find()).toMatchObject({
      needsAgreement: false,
      pending: [{ awaits: undefined }, { awaits: undefined }],
    });
    await pay(intent, paymentOf('t3', { requirement, blockTimeMs: 7_500 }));
    const watch = await find();
    expect(watch?.needsAgreement).toBe(true);
    const waiting = watch?.pending.filter(({ awaits }) => awaits !== undefined);
    expect(waiting).toMatchObject([{ tx: 't3', blockHeight: 7, awaits: { requirement, blockTimeMs: 7_500 } }]);
  });
});
