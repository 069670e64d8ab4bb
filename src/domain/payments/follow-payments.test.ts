import * as fc from 'fast-check';
import { assert, describe, expect, it } from 'vitest';
import { times } from '../../../test/support/effort.ts';
import { amountsOf } from '../intents/amounts.ts';
import type { Intent } from '../intents/intent.ts';
import { sampleIntent, sampleTarget } from '../intents/sample-intent.test-fixture.ts';
import { followNetwork } from '../intents/transition.ts';
import { DEFAULT_SETTINGS } from '../merchants/settings.ts';
import { formatDecimal, parseDecimal, SCALE } from '../money/decimal.ts';
import { cryptoAmount, sum } from '../money/money.ts';
import type { Transfer } from '../transfers/transfer.ts';
import { followPayments, type NetworkNews } from './follow-payments.ts';
import type { AssignedTarget } from './payment-target.ts';

const NOW_MS = 20_000_000;
const ONE = parseDecimal('1');

const target = sampleTarget(NOW_MS);

const intentOf = (...targets: AssignedTarget[]): Intent =>
  sampleIntent('1 BTC', '1 BTC = $100', NOW_MS, { targets: targets.length === 0 ? [target] : targets });

const transfer = (more: Partial<Transfer> = {}): Transfer => ({
  tx: 't1',
  index: 0,
  keys: ['a'],
  address: 'a',
  asset: 'BTC',
  token: undefined,
  amount: ONE,
  blockHeight: undefined,
  failed: false,
  spends: ['coin:0'],
  firstSeenAtMs: NOW_MS,
  ...more,
});

const news = (more: Partial<NetworkNews> = {}): NetworkNews => ({
  network: 'bitcoin-regtest',
  rolledBackTo: undefined,
  transfers: [],
  replaced: new Set(),
  missing: new Set(),
  tipHeight: 100,
  nowMs: NOW_MS,
  ...more,
});

/** One look after the other, as a chain would tell them. */
function follow(intent: Intent, ...looks: Partial<NetworkNews>[]): Intent {
  const followed = { ...intent };
  for (const look of looks) followed.payments = followPayments(followed, news(look));
  return followed;
}

const at = (blockHeight: number, blockTimeMs: number) => ({ transfers: [transfer({ blockHeight, blockTimeMs })] });
const timeAfter = (...looks: Partial<NetworkNews>[]) => follow(intentOf(), ...looks).payments[0]?.blockTimeMs;
const missing = (nowMs: number) => ({ missing: new Set(['t1']), nowMs });
const stateOf = (intent: Intent) => intent.payments.map(({ state, confirmations }) => `${state} ${confirmations}`);

describe('a payment on its way', () => {
  const seen = { transfers: [transfer()] };
  const mined = { transfers: [transfer({ blockHeight: 100 })] };

  it('is seen, counted up to what is required, and final', () => {
    expect(stateOf(follow(intentOf(), seen))).toEqual(['seen 0']);
    expect(stateOf(follow(intentOf(), seen, mined))).toEqual(['confirmed 1']);
    expect(stateOf(follow(intentOf(), seen, mined, { tipHeight: 101 }))).toEqual(['confirmed 2']);
    expect(stateOf(follow(intentOf(), seen, mined, { tipHeight: 150 }))).toEqual(['final 3']);
  });

  it('has the time of its block while it is in one', () => {
    expect(timeAfter(seen)).toBeUndefined();
    expect(timeAfter(at(100, 5))).toBe(5);
    expect(timeAfter(seen, at(100, 5), seen, { tipHeight: 110 })).toBe(5);
    expect(timeAfter(at(100, 5), { rolledBackTo: 99, tipHeight: 99 })).toBeUndefined();
    expect(timeAfter(at(100, 5), { rolledBackTo: 99, ...at(101, 7) })).toBe(7);
    expect(timeAfter(mined, at(100, 5)), 'a node that did not say says it now').toBe(5);
  });

  it('is one payment however often it is told', () => {
    const told = follow(intentOf(), seen, mined, mined, seen, mined);
    expect(stateOf(told)).toEqual(['confirmed 1']);
    expect(followPayments(told, news(mined))).toBe(told.payments);
  });

  it('goes back to the pool with its block, also when it was final, and stays marked', () => {
    const undone = follow(intentOf(), mined, { tipHeight: 120 }, { rolledBackTo: 99, tipHeight: 99 });
    expect(undone.payments).toMatchObject([{ state: 'seen', blockHeight: undefined, reorged: true }]);
    const again = follow(undone, { transfers: [transfer({ blockHeight: 101 })], tipHeight: 110 });
    expect(again.payments).toMatchObject([{ state: 'final', blockHeight: 101, reorged: true }]);
  });

  it('stays final in a block that a reorganization did not reach, whatever a node behind the others says', () => {
    const final = follow(intentOf(), mined, { tipHeight: 120 });
    expect(stateOf(follow(final, { rolledBackTo: 100, tipHeight: 100 }))).toEqual(['final 3']);
    expect(stateOf(follow(final, { ...mined, tipHeight: 100 }))).toEqual(['final 3']);
  });

  it('is not confirmed by a block above the tip, and is once the tip is there', () => {
    const finalized = intentOf({ ...target, requirement: { tag: 'finalized' } });
    const early = follow(finalized, { ...mined, tipHeight: 99 });
    expect(stateOf(early)).toEqual(['seen 0']);
    expect(stateOf(follow(early, { tipHeight: 100 }))).toEqual(['confirmed 1']);
  });

  it('is final after a number of seconds by the chain’s clock, wherever the tip is', () => {
    const rollup = intentOf({ ...target, requirement: { seconds: 10 } });
    const first = follow(rollup, { ...at(100, 5_000), tipTimeMs: 5_000 });
    expect(stateOf(first)).toEqual(['confirmed 1']);
    expect(stateOf(follow(first, { tipHeight: 140, tipTimeMs: 14_999 }))).toEqual(['confirmed 1']);
    expect(stateOf(follow(first, { tipHeight: 101, tipTimeMs: 15_000 }))).toEqual(['final 2']);
  });

  it('waits for the nodes to agree, if it must', () => {
    const valuable = intentOf({ ...target, requirement: { blocks: 3, agreed: true } });
    const deep = follow(valuable, mined, { tipHeight: 150 });
    expect(stateOf(deep)).toEqual(['confirmed 3']);
    expect(stateOf(follow(deep, { tipHeight: 151, agreedHeight: 99 }))).toEqual(['confirmed 3']);
    expect(stateOf(follow(deep, { tipHeight: 151, agreedHeight: 100 }))).toEqual(['final 4']);
  });

  it('is counted up also beside one for which nothing changed', () => {
    const second = transfer({ tx: 't2' });
    const both = follow(intentOf(), { transfers: [transfer({ blockHeight: 100 }), second] });
    expect(stateOf(follow(both, { tipHeight: 101 }))).toEqual(['confirmed 2', 'seen 0']);
  });

  it('that moves to another block in the same look has never left', () => {
    const moved = follow(
      intentOf(),
      mined,
      { tipHeight: 120 },
      { rolledBackTo: 99, tipHeight: 120, transfers: [transfer({ blockHeight: 101 })] },
    );
    expect(moved.payments).toMatchObject([{ state: 'final', blockHeight: 101, reorged: false }]);
  });

  it('is void when its money was spent otherwise, but not while it stands in a block', () => {
    const replaced = { replaced: new Set(['t1']) };
    expect(follow(intentOf(), seen, replaced).payments).toMatchObject([
      { state: 'void', voidReason: 'replaced', reorged: false },
    ]);
    expect(stateOf(follow(intentOf(), mined, replaced))).toEqual(['confirmed 1']);
    const final = follow(intentOf(), mined, { tipHeight: 120 });
    expect(stateOf(follow(final, replaced)), 'said by a node behind the others').toEqual(['final 3']);
    expect(stateOf(follow(intentOf(), seen, { ...seen, ...replaced })), 'seen in the same scan').toEqual(['seen 0']);
  });

  it('is one payment although its transfer has another position in another block', () => {
    const second = transfer({ index: 1 });
    const both = { transfers: [transfer({ blockHeight: 100 }), { ...second, blockHeight: 100 }] };
    expect(stateOf(follow(intentOf(), both)), 'of two in one transaction').toEqual(['confirmed 1', 'confirmed 1']);
    const again = { rolledBackTo: 99, transfers: [{ ...second, blockHeight: 100 }] };
    const moved = follow(intentOf(), mined, again);
    expect(moved.payments).toMatchObject([
      { index: 0, state: 'void', voidReason: 'replaced', reorged: true },
      { index: 1, state: 'confirmed' },
    ]);
    expect(amountsOf(moved).pending).toBe(ONE);
    expect(stateOf(follow(moved, { rolledBackTo: 99, ...mined })), 'and back').toEqual(['confirmed 1', 'void 0']);
    const inPool = { rolledBackTo: 99, transfers: [second] };
    expect(stateOf(follow(intentOf(), mined, inPool)), 'while it is in no block').toEqual(['seen 0', 'seen 0']);
  });

  it.each<[string, Partial<Transfer>]>([
    ['amount', { amount: parseDecimal('0.5') }],
    ['asset', { asset: 'LTC' }],
  ])('has the %s that its transaction moves in another block, also at the same height', (_, moved) => {
    const again = { rolledBackTo: 99, transfers: [transfer({ blockHeight: 100, ...moved })] };
    expect(follow(intentOf(), mined, again).payments).toMatchObject([{ state: 'confirmed', ...moved }]);
  });

  it('goes back to the pool although another one is in a block', () => {
    const other = { rolledBackTo: 99, transfers: [transfer({ tx: 't2', blockHeight: 100 })] };
    expect(stateOf(follow(intentOf(), mined, other))).toEqual(['seen 0', 'confirmed 1']);
  });

  it('is void after an hour in which nobody knew it, and comes back when it is seen or mined', () => {
    const waiting = follow(intentOf(), seen, missing(NOW_MS), missing(NOW_MS + 3_599_999));
    expect(stateOf(waiting)).toEqual(['seen 0']);
    const lost = follow(waiting, missing(NOW_MS + 3_600_000));
    expect(lost.payments).toMatchObject([{ state: 'void', voidReason: 'missing' }]);
    expect(followPayments(lost, news()), 'nothing is written while it stays void').toBe(lost.payments);
    expect(follow(lost, mined).payments).toMatchObject([{ state: 'confirmed', voidReason: undefined }]);
    expect(follow(lost, seen).payments).toMatchObject([{ state: 'seen', voidReason: undefined }]);
    const found = follow(waiting, {}, missing(NOW_MS + 3_600_000));
    expect(stateOf(found), 'being known again restarts the hour').toEqual(['seen 0']);
  });

  it('of another network is left alone', () => {
    const elsewhere = follow(intentOf(), mined);
    expect(followPayments(elsewhere, news({ network: 'simulated', rolledBackTo: 0 }))).toBe(elsewhere.payments);
  });
});

const exact = (amount: string, tail: string) => ({ amount: parseDecimal(amount), tail: parseDecimal(tail) });

describe('the tail of an exact amount', () => {
  const intent = intentOf(
    { ...target, amounts: [exact('1.00000007', '0.00000007'), exact('1.00000009', '0.00000009')] },
    { ...target, network: 'simulated', amounts: [exact('1.00000005', '0.00000005')] },
    { ...target, network: 'solana-local', address: 'elsewhere', amounts: [exact('1.00000003', '0.00000003')] },
  );
  const tail = (more: Partial<Transfer>) =>
    follow(intent, { transfers: [transfer(more)] }).payments.map((payment) => formatDecimal(payment.tail));

  it('is no overpayment of who sent that amount', () => {
    expect(tail({ amount: parseDecimal('1.00000007') })).toEqual(['0.00000007']);
    expect(tail({ amount: parseDecimal('1.00000009') })).toEqual(['0.00000009']);
    expect(tail({ amount: parseDecimal('1.00000005') }), 'at the same address on another network').toEqual([
      '0.00000005',
    ]);
  });

  it('belongs to the network, wherever a link sent the amount', () => {
    expect(tail({ amount: parseDecimal('1.00000007'), address: 'another' })).toEqual(['0.00000007']);
  });

  it('stays with a payment that moves to another block', () => {
    const paid = follow(intent, { transfers: [transfer({ amount: parseDecimal('1.00000007'), blockHeight: 100 })] });
    const again = transfer({ amount: parseDecimal('1.00000007'), blockHeight: 101 });
    const moved = follow({ ...paid, targets: [] }, { rolledBackTo: 99, transfers: [again] });
    expect(moved.payments).toMatchObject([{ blockHeight: 101, tail: parseDecimal('0.00000007') }]);
  });

  it.each<[string, Partial<Transfer>]>([
    ['any other amount', { amount: parseDecimal('1.00000008') }],
    ['the amount of another network and address', { amount: parseDecimal('1.00000003') }],
    ['the same number of another asset', { amount: parseDecimal('1.00000007'), asset: 'LTC' }],
  ])('is nothing for %s', (_, more) => expect(tail(more)).toEqual(['0']));
});

const scan = (intent: Intent, more: Partial<NetworkNews>) => followNetwork(intent, DEFAULT_SETTINGS, news(more));

describe('the events of a scan', () => {
  const part = transfer({ amount: parseDecimal('0.5'), blockHeight: 100 });

  it('tell a part on its way as a payment, and nothing about the intent', () => {
    expect(scan(intentOf(), { transfers: [part] })?.events.map(({ type }) => type)).toEqual(['payment.confirmed']);
  });

  it('tell each state of a payment once, however many confirmations it has', () => {
    const confirmed = scan(intentOf(), { transfers: [part] })?.intent ?? assert.fail();
    const counted = scan(confirmed, { tipHeight: 101 });
    expect(counted).toMatchObject({ intent: { payments: [{ confirmations: 2 }] }, events: [] });
    const another = scan(confirmed, { transfers: [transfer({ ...part, tx: 't2' })] });
    expect(another?.events).toMatchObject([
      { changes: { payment: { tx: 't2' } } },
      { changes: { status: 'processing' } },
    ]);
  });

  it('are none, and nothing is written, where it brings nothing new', () => {
    const confirmed = scan(intentOf(), { transfers: [part] })?.intent ?? assert.fail();
    expect(scan(confirmed, { transfers: [part] })).toBeUndefined();
  });
});

describe('for any looks in any order', () => {
  const look = fc.record({
    rolledBackTo: fc.option(fc.integer({ min: 90, max: 110 }), { nil: undefined }),
    transfers: fc.array(
      fc.record({
        tx: fc.constantFrom('t1', 't2', 't3'),
        blockHeight: fc.option(fc.integer({ min: 95, max: 112 }), { nil: undefined }),
        amount: fc.bigInt({ min: 1n, max: SCALE }).map(cryptoAmount),
      }),
      { maxLength: 3 },
    ),
    replaced: fc.subarray(['t1', 't2', 't3']),
    lost: fc.subarray(['t1', 't2', 't3']),
    tipHeight: fc.integer({ min: 100, max: 115 }),
    afterMs: fc.integer({ min: 0, max: 5_000_000 }),
  });

  it('each transfer is one payment, the sums are those of the payments, and the events fold to the state', () => {
    fc.assert(
      fc.property(fc.array(look, { minLength: 1, maxLength: 15 }), (looks) => {
        let intent = intentOf();
        let nowMs = NOW_MS;
        const told = new Map<string, unknown>([['status', 'requires_payment']]);
        for (const { transfers, replaced, lost, afterMs, ...rest } of looks) {
          nowMs += afterMs;
          const next = followNetwork(
            intent,
            DEFAULT_SETTINGS,
            news({
              ...rest,
              nowMs,
              transfers: transfers.map((more) => transfer(more)),
              replaced: new Set(replaced),
              missing: new Set(lost),
            }),
          );
          if (!next) continue;
          for (const { changes } of next.events) {
            for (const [name, value] of Object.entries(changes)) {
              const payment = value as { tx?: string; state?: string };
              told.set(name === 'payment' ? `payment ${payment.tx}` : name, name === 'payment' ? payment.state : value);
            }
          }
          expect(next.intent.sequence).toBe(intent.sequence + next.events.length);
          intent = next.intent;
        }
        expect(new Set(intent.payments.map(({ tx }) => tx)).size).toBe(intent.payments.length);
        expect(told.get('status')).toBe(intent.status);
        for (const { tx, state } of intent.payments) expect(told.get(`payment ${tx}`)).toBe(state);
        const final = sum(intent.payments.filter(({ state }) => state === 'final').map(({ amount }) => amount));
        expect(amountsOf(intent).received).toBe(final);
        if (intent.status === 'succeeded') expect(final >= parseDecimal('0.99')).toBe(true);
      }),
      { numRuns: times(300, 1_000) },
    );
  });
});
