import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MerchantId } from '../../src/domain/ids.ts';
import type { Intent } from '../../src/domain/intents/intent.ts';
import { formatDecimal, parseDecimal } from '../../src/domain/money/decimal.ts';
import { add, multiply } from '../../src/domain/money/money.ts';
import { amountByHand } from '../../src/domain/payments/amount-by-hand.ts';
import { amountKey } from '../../src/domain/payments/amount-key.ts';
import type { AmountRange } from '../../src/domain/payments/amount-range.ts';
import type { AssignedTarget, TargetMatch } from '../../src/domain/payments/payment-target.ts';
import { proposeAmounts } from '../../src/domain/payments/propose-amounts.ts';
import type { Scan } from '../../src/ports/chain.ts';
import type { OrderAmount } from '../../src/ports/intents.ts';
import type { PaymentBook } from '../../src/ports/payment-book.ts';
import type { Store } from '../../src/ports/stores.ts';
import { sampleTransfer } from '../memory/sample-transfer.ts';
import { type EngineDatabase, engineDatabases } from './engine-databases.ts';
import { newMerchantId, sampleIntent } from './sample-intent.ts';
import { newId } from './sample-rows.ts';

const NETWORK = 'solana-devnet';
const START_MS = 1_000_000;
const HELD_MS = 5_000;

/** All amounts above what is due that do not end in zero, up to this tail. */
function rangeOf(due: string, longestTail: string, step: string): AmountRange {
  const lowest = add(parseDecimal(due), parseDecimal(step));
  return {
    due: parseDecimal(due),
    lowest,
    highest: add(parseDecimal(due), parseDecimal(longestTail)),
    step: parseDecimal(step),
    round: multiply(parseDecimal(step), 10n),
  };
}

const amountsOf = (target: AssignedTarget | undefined) => target?.amounts.map(({ amount }) => formatDecimal(amount));

interface View {
  range?: AmountRange;
  matchedBy?: TargetMatch;
  reference?: string;
  coinUntilMs?: number;
  address?: string;
  atMs?: number;
}

describe.each(engineDatabases())('exact amounts on $name', ({ open }) => {
  let opened: EngineDatabase;
  let store: Store;
  let merchantId: MerchantId;
  let cursor: string | undefined;
  beforeAll(async () => {
    opened = await open();
  });
  beforeEach(async () => {
    await opened.empty();
    merchantId = newMerchantId();
    store = opened.bind(merchantId, false);
    cursor = undefined;
    await scan(Date.now());
  });
  afterAll(() => opened.close());

  async function openIntent(): Promise<Intent> {
    const intent = sampleIntent();
    await store.intents.insert(intent, undefined);
    return intent;
  }

  /** What a payer's view of an intent assigns: a target, and an amount unless it has one for what is due. */
  async function view(intent: Intent, options: View = {}): Promise<AssignedTarget | undefined> {
    const {
      range = rangeOf('121', '0.03', '0.01'),
      matchedBy = 'reference',
      address = 'wallet',
      atMs = START_MS,
    } = options;
    const made = {
      address,
      reference: options.reference ?? (matchedBy === 'reference' ? `reference of ${intent.id}` : undefined),
      matchedBy,
      requirement: { blocks: 1 },
      decimals: 6,
      assignedAtMs: atMs,
      coinUntilMs: options.coinUntilMs,
    };
    const order: OrderAmount = (target) =>
      amountByHand(target, range.due) === undefined
        ? {
            asset: 'USDC',
            range,
            proposals: proposeAmounts(range, randomBytes(8).readBigUInt64BE()),
            assignedAtMs: atMs,
            heldUntilMs: atMs + HELD_MS,
          }
        : undefined;
    return (await store.intents.assignTargets(intent.id, [NETWORK], async () => made, order))[0];
  }

  async function read<Result>(work: (book: PaymentBook) => Promise<Result>): Promise<Result> {
    let result: Result | undefined;
    await opened.database.transact(async (book) => {
      result = await work(book);
    });
    return result as Result;
  }

  /** The network is read up to this time, and an address maybe only up to another. */
  async function scan(scannedUntilMs: number, lagging: Scan['lagging'] = []): Promise<void> {
    const next = `${cursor ?? ''}+`;
    const nothingNew = {
      rolledBackTo: undefined,
      transfers: [],
      replaced: [],
      missing: [],
      tipHeight: 1,
      behind: false,
    };
    const step = {
      network: NETWORK,
      from: cursor,
      scan: { ...nothingNew, cursor: next, scannedUntilMs, lagging },
      token: 1,
    };
    expect(await read((book) => book.advanceScan(step))).toBe(true);
    cursor = next;
  }

  async function holderOf(amount: string, tx = 'tx', asset = 'USDC') {
    const key = amountKey('wallet', asset, parseDecimal(amount));
    const [match] = await read((book) => book.matchAmounts(NETWORK, [{ key, tx, index: 0 }]));
    return match && { id: match.intent.id, assignedAtMs: match.assignedAtMs };
  }

  it('are issued with the target, read with the intent, and name it', async () => {
    const intent = await openIntent();
    const target = await view(intent, { range: rangeOf('121', '0.01', '0.01') });
    expect(target).toMatchObject({ amounts: [{ amount: parseDecimal('121.01'), tail: parseDecimal('0.01') }] });
    expect((await store.intents.find(intent.id))?.targets).toEqual([target]);
    expect(await holderOf('121.01')).toEqual({ id: intent.id, assignedAtMs: START_MS });
    expect(await holderOf('121.02')).toBeUndefined();
    expect(await holderOf('121.01', 'tx', 'USDT')).toBeUndefined();
  });

  it('do not change the target that a reference names', async () => {
    const intent = await openIntent();
    await view(intent);
    const [match] = await read((book) => book.matchTargets(NETWORK, [`reference of ${intent.id}`]));
    expect(match).toMatchObject({ address: 'wallet', intent: { id: intent.id, merchantId, livemode: false } });
  });

  it('are issued once to concurrent views', async () => {
    const intent = await openIntent();
    const views = await Promise.all(Array.from({ length: 20 }, () => view(intent)));
    expect(new Set(views.map((target) => String(amountsOf(target)))).size).toBe(1);
    expect(views[0]?.amounts).toHaveLength(1);
  });

  it('are never shared, even if as many intents ask at the same time as there are amounts', async () => {
    const intents = await Promise.all(Array.from({ length: 36 }, openIntent));
    const range = rangeOf('121', '0.39', '0.01');
    const given = (await Promise.all(intents.map((intent) => view(intent, { range })))).flatMap(
      (one) => amountsOf(one) ?? [],
    );
    expect(new Set(given).size).toBe(36);
  });

  it('are all issued before an intent gets none, also where only some are tried', async () => {
    const range = rangeOf('121', '0.0199', '0.0001');
    const given = new Set<string>();
    for (let count = 0; count < 180; count += 1)
      for (const amount of amountsOf(await view(await openIntent(), { range })) ?? []) given.add(amount);
    expect(given.size).toBe(180);
    expect([...given].filter((amount) => amount.length < '121.0001'.length)).toEqual([]);
    const intent = await openIntent();
    expect(await view(intent, { range })).toMatchObject({ reference: `reference of ${intent.id}`, amounts: [] });
  });

  it('of another address or asset are free', async () => {
    const range = rangeOf('121', '0.01', '0.01');
    expect(amountsOf(await view(await openIntent(), { range }))).toEqual(['121.01']);
    expect(amountsOf(await view(await openIntent(), { range, address: 'other' }))).toEqual(['121.01']);
    expect(amountsOf(await view(await openIntent(), { range }))).toEqual([]);
  });

  it('of a remainder come on top, and all of them name the intent', async () => {
    const intent = await openIntent();
    await view(intent, { range: rangeOf('121', '0.01', '0.01') });
    const target = await view(intent, { range: rangeOf('61', '0.01', '0.01'), atMs: START_MS + 1 });
    expect(amountsOf(target)).toEqual(['121.01', '61.01']);
    expect(await holderOf('121.01')).toMatchObject({ id: intent.id });
    expect(await holderOf('61.01')).toEqual({ id: intent.id, assignedAtMs: START_MS + 1 });
  });

  it('are held, and then reused only if none is free, the oldest first', async () => {
    const range = rangeOf('121', '0.02', '0.01');
    const [first, second, third, fourth] = [
      await openIntent(),
      await openIntent(),
      await openIntent(),
      await openIntent(),
    ];
    const [oldest = ''] = amountsOf(await view(first, { range })) ?? [];
    const freeMs = START_MS + HELD_MS;
    const [newer = ''] = amountsOf(await view(second, { range, atMs: START_MS + 1 })) ?? [];
    expect(newer).not.toBe(oldest);
    expect(amountsOf(await view(third, { range, atMs: freeMs - 1 }))).toEqual([]);
    expect(amountsOf(await view(third, { range, atMs: freeMs }))).toEqual([oldest]);
    expect(await holderOf(oldest)).toEqual({ id: third.id, assignedAtMs: freeMs });
    expect((await store.intents.find(first.id))?.targets).toMatchObject([{ amounts: [] }]);
    expect(amountsOf(await view(fourth, { range, atMs: freeMs + 1 }))).toEqual([newer]);
  });

  it('are not reused before the network was read that far', async () => {
    await opened.forgetScans();
    cursor = undefined;
    const range = rangeOf('121', '0.01', '0.01');
    const [first, second] = [await openIntent(), await openIntent()];
    const freeMs = START_MS + HELD_MS;
    await view(first, { range });
    const viewLater = async (atMs: number) => amountsOf(await view(second, { range, atMs }));
    const laterMs = freeMs + 3_600_000;
    expect(await viewLater(laterMs)).toEqual([]);
    await scan(freeMs - 1);
    expect(await viewLater(2 * laterMs)).toEqual([]);
    await scan(freeMs, [{ address: 'wallet', scannedUntilMs: freeMs - 1 }]);
    expect(await viewLater(3 * laterMs)).toEqual([]);
    expect(await holderOf('121.01')).toMatchObject({ id: first.id });
    await scan(freeMs);
    expect(await viewLater(4 * laterMs)).toEqual(['121.01']);
  });

  it('can go to the same intent again', async () => {
    const intent = await openIntent();
    const range = rangeOf('121', '0.01', '0.01');
    await view(intent, { range });
    const atMs = START_MS + HELD_MS;
    const target = await view(intent, { range: { ...range, due: parseDecimal('120.995') }, atMs });
    expect(target?.amounts).toEqual([{ amount: parseDecimal('121.01'), tail: parseDecimal('0.015') }]);
    expect(await holderOf('121.01')).toEqual({ id: intent.id, assignedAtMs: atMs });
  });

  it('get a new tail if what is due differs', async () => {
    const former = await openIntent();
    await view(former, { range: rangeOf('121', '0.01', '0.01') });
    const atMs = START_MS + HELD_MS;
    await view(await openIntent(), { range: rangeOf('120.99', '0.01', '0.01'), atMs });
    const target = await view(await openIntent(), { range: rangeOf('120.99', '0.02', '0.01'), atMs });
    expect(target?.amounts).toEqual([{ amount: parseDecimal('121.01'), tail: parseDecimal('0.02') }]);
  });

  /** Lets somebody else hold an amount that is free to reuse since this time. */
  const release = async (amount: string, tail: string, heldUntilMs: number) =>
    opened.holdAmount({
      intent: { merchantId, livemode: false, id: (await openIntent()).id },
      network: NETWORK,
      address: 'wallet',
      asset: 'USDC',
      amount: parseDecimal(amount),
      tail: parseDecimal(tail),
      assignedAtMs: 0,
      heldUntilMs,
    });

  it('of the same price are reused before those of another one', async () => {
    const range = rangeOf('121', '0.02', '0.01');
    await release('121.01', '0.02', 1);
    await release('121.02', '0.02', 2);
    expect(amountsOf(await view(await openIntent(), { range }))).toEqual(['121.02']);
    expect(amountsOf(await view(await openIntent(), { range }))).toEqual(['121.01']);
  });

  it('that end in zero, as the version before issued them, are not reused', async () => {
    await release('121.1', '0.02', 1);
    const range = rangeOf('121.08', '0.03', '0.01');
    const given = [await view(await openIntent(), { range }), await view(await openIntent(), { range })];
    expect(given.flatMap((target) => amountsOf(target) ?? []).toSorted()).toEqual(['121.09', '121.11']);
    expect(amountsOf(await view(await openIntent(), { range }))).toEqual([]);
  });

  it('are issued again as soon as they are released, although nobody searches after the last failure', async () => {
    const range = rangeOf('121', '0.02', '0.01');
    await view(await openIntent(), { range });
    await view(await openIntent(), { range, atMs: START_MS + 1 });
    const [first, second] = [await openIntent(), await openIntent()];
    const freeMs = START_MS + HELD_MS;
    for (const atMs of [START_MS + 2, START_MS + 3, freeMs - 1])
      expect(amountsOf(await view(first, { range, atMs }))).toEqual([]);
    expect(amountsOf(await view(first, { range, atMs: freeMs }))).toHaveLength(1);
    expect(amountsOf(await view(second, { range, atMs: freeMs }))).toEqual([]);
    expect(amountsOf(await view(second, { range, atMs: freeMs + 1 }))).toHaveLength(1);
  });

  it('go to one intent each when many reuse them at the same time', async () => {
    const range = rangeOf('121', '0.08', '0.01');
    for (let count = 0; count < 8; count += 1) await view(await openIntent(), { range });
    const intents = await Promise.all(Array.from({ length: 8 }, openIntent));
    const atMs = START_MS + HELD_MS;
    const given = (await Promise.all(intents.map((intent) => view(intent, { range, atMs })))).flatMap(
      (one) => amountsOf(one) ?? [],
    );
    expect(new Set(given).size).toBe(8);
  });

  it('do not name the intent of a transfer that the merchant already sees as unmatched', async () => {
    const intent = await openIntent();
    await view(intent, { range: rangeOf('121', '0.01', '0.01') });
    const transfer = sampleTransfer(
      'old',
      '121.01 USDC',
      { address: 'wallet', reference: undefined },
      { firstSeenAtMs: 1 },
    );
    const unmatched = {
      id: newId('tr'),
      merchantId,
      livemode: false,
      intentId: undefined,
      transfer,
      reason: 'no_reference' as const,
    };
    await read((book) => book.recordUnmatched(NETWORK, [unmatched], 1));
    expect(await holderOf('121.01', 'old')).toBeUndefined();
    expect(await holderOf('121.01', 'new')).toMatchObject({ id: intent.id });
  });

  /** What is due of the first intent is the exact amount of the second, which was issued for less. */
  async function setSnare() {
    const [owing, snare] = [await openIntent(), await openIntent()];
    await view(owing, { range: rangeOf('0.123457', '0.000001', '0.000001') });
    await view(snare, { range: rangeOf('0.123456', '0.000001', '0.000001') });
    const sent = {
      address: 'wallet',
      asset: 'USDC',
      amount: parseDecimal('0.123457'),
      firstSeenAtMs: START_MS,
      intent: { merchantId, livemode: false, id: snare.id },
    };
    const find = (...more: Partial<typeof sent>[]) =>
      read((book) =>
        book.findOwedByOthers(
          NETWORK,
          more.map((change) => Object.assign({}, sent, change)),
        ),
      );
    return { owing, snare, find };
  }

  describe('that another intent owes', () => {
    it('are found while it holds an amount for it', async () => {
      const { owing, snare, find } = await setSnare();
      expect(await holderOf('0.123457')).toMatchObject({ id: snare.id });
      expect(await find({})).toMatchObject([{ intent: { id: snare.id } }]);
      expect(await find({ firstSeenAtMs: START_MS + HELD_MS - 1 })).toHaveLength(1);
      expect(await find({ firstSeenAtMs: START_MS + HELD_MS })).toEqual([]);
      expect(await find({ intent: { merchantId, livemode: false, id: owing.id } })).toEqual([]);
    });

    it('are told apart from those of another amount, address, asset or network', async () => {
      const { find } = await setSnare();
      const [found, ...more] = await find(
        { amount: parseDecimal('0.123458') },
        { amount: parseDecimal('0.123456') },
        { address: 'other' },
        {},
        { asset: 'USDT' },
      );
      expect([found?.amount, more]).toEqual([parseDecimal('0.123457'), []]);
      expect(await read((book) => book.findOwedByOthers(NETWORK, []))).toEqual([]);
      const sent = { address: 'wallet', asset: 'USDC', amount: parseDecimal('0.123457'), firstSeenAtMs: START_MS };
      const intent = { merchantId, livemode: false, id: (await openIntent()).id };
      expect(await read((book) => book.findOwedByOthers('solana', [{ ...sent, intent }]))).toEqual([]);
      expect(await read((book) => book.findOwedByOthers(NETWORK, [{ ...sent, intent }]))).toHaveLength(1);
    });

    it.each([
      ['requires_payment', 1],
      ['partially_paid', 1],
      ['expired', 1],
      ['needs_review', 1],
      ['processing', 0],
      ['succeeded', 0],
      ['canceled', 0],
    ] as const)('are found by its status: %s', async (status, count) => {
      const { owing, find } = await setSnare();
      await store.intents.change(owing.id, START_MS, (intent) => ({ intent: { ...intent, status }, events: [] }));
      expect(await find({})).toHaveLength(count);
    });
  });

  describe('that are all that names a target', () => {
    const range = rangeOf('121', '0.02', '0.01');
    const alone = { range, matchedBy: 'amount' as const };

    it('let intents share an address without references', async () => {
      const intents = [await openIntent(), await openIntent()];
      for (const intent of intents) {
        const target = await view(intent, alone);
        expect(target).toMatchObject({ address: 'wallet', reference: undefined, matchedBy: 'amount' });
        expect(target?.amounts).toHaveLength(1);
        expect((await store.intents.find(intent.id))?.targets).toEqual([target]);
      }
      expect(await read((book) => book.listShared(NETWORK, ['wallet']))).toEqual([
        { address: 'wallet', matchedBy: 'amount' },
      ]);
      const watch = await opened.database.findWatch(NETWORK, START_MS);
      expect(await watch?.watch.addresses()).toEqual(['wallet']);
      expect(await read((book) => book.matchTargets(NETWORK, ['wallet']))).toEqual([]);
    });

    it('need no reference, and a transfer can name the intent by one', async () => {
      const intent = await openIntent();
      const target = await view(intent, { ...alone, reference: 'nonce' });
      expect(target).toMatchObject({ address: 'wallet', reference: 'nonce', matchedBy: 'amount' });
      expect((await store.intents.find(intent.id))?.targets).toEqual([target]);
      const [amount = expect.fail()] = amountsOf(target) ?? [];
      const key = amountKey('wallet', 'USDC', parseDecimal(amount));
      expect(await read((book) => book.matchAmounts(NETWORK, [{ key, tx: 'tx', index: 0 }]))).toHaveLength(1);
      const named = await read((book) => book.matchTargets(NETWORK, ['wallet', 'nonce']));
      expect(named).toMatchObject([{ key: 'nonce', address: 'wallet', intent: { id: intent.id } }]);
      expect(await read((book) => book.listShared(NETWORK, ['wallet']))).toEqual([
        { address: 'wallet', matchedBy: 'amount' },
      ]);
    });

    it('are paid in the coin for as long as the last of them is held', async () => {
      const intent = await openIntent();
      const until = async () => (await opened.database.findWatch(NETWORK, START_MS))?.watch.coinUntilMs;
      await view(intent, { ...alone, coinUntilMs: START_MS + HELD_MS });
      expect(await until()).toBe(START_MS + HELD_MS);
      const later = { matchedBy: 'amount' as const, atMs: START_MS + 1_000 };
      expect(amountsOf(await view(intent, { ...later, range: rangeOf('21', '0.02', '0.01') }))).toHaveLength(2);
      expect(await until()).toBe(START_MS + 1_000 + HELD_MS);
      await view(await openIntent(), { ...later, atMs: START_MS + 2_000 });
      expect(await until()).toBe(START_MS + 1_000 + HELD_MS);
    });

    it('leave the network out while none is free, with one warning', async () => {
      for (let count = 0; count < 2; count += 1) await view(await openIntent(), alone);
      const intent = await openIntent();
      expect(await view(intent, alone)).toBeUndefined();
      expect(await view(intent, alone)).toBeUndefined();
      const { warnings = [] } = (await store.intents.find(intent.id)) ?? {};
      expect(warnings.filter(({ code }) => code === 'no_free_amount')).toHaveLength(1);
      expect(amountsOf(await view(intent, { ...alone, atMs: START_MS + HELD_MS }))).toHaveLength(1);
    });
  });
});
