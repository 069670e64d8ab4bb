import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountsOf } from '../intents/amounts.ts';
import type { Intent } from '../intents/intent.ts';
import { sampleIntent } from '../intents/sample-intent.test-fixture.ts';
import { followNetwork } from '../intents/transition.ts';
import { DEFAULT_SETTINGS } from '../merchants/settings.ts';
import { parseDecimal, SCALE } from '../money/decimal.ts';
import { cryptoAmount, subtract, sum, ZERO } from '../money/money.ts';
import { rejectTransfer } from '../transfers/reject-transfer.ts';
import type { Transfer } from '../transfers/transfer.ts';
import { followPayments, type NetworkNews } from './follow-payments.ts';

const NOW_MS = 20_000_000;
const ONE = parseDecimal('1');

function intentOf(): Intent {
  const target = {
    network: 'bitcoin-regtest',
    address: 'a',
    reference: undefined,
    matchedBy: 'address' as const,
    amounts: [],
    requirement: { blocks: 3 },
    decimals: 8,
  };
  return sampleIntent('1 BTC', '1 BTC = $100', NOW_MS, {
    targets: [{ ...target, assignedAtMs: NOW_MS, scannedUntilMs: undefined }],
  });
}

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
    expect(follow(intentOf(), seen, replaced).payments).toMatchObject([{ state: 'void', voidReason: 'replaced' }]);
    expect(stateOf(follow(intentOf(), mined, replaced))).toEqual(['confirmed 1']);
  });

  it('is void after an hour in which nobody knew it, and comes back when it is mined', () => {
    const waiting = follow(intentOf(), seen, missing(NOW_MS), missing(NOW_MS + 3_599_999));
    expect(stateOf(waiting)).toEqual(['seen 0']);
    const lost = follow(waiting, missing(NOW_MS + 3_600_000));
    expect(lost.payments).toMatchObject([{ state: 'void', voidReason: 'missing' }]);
    expect(follow(lost, mined).payments).toMatchObject([{ state: 'confirmed', voidReason: undefined }]);
    const found = follow(waiting, {}, missing(NOW_MS + 3_600_000));
    expect(stateOf(found), 'being known again restarts the hour').toEqual(['seen 0']);
  });

  it('of another network is left alone', () => {
    const elsewhere = follow(intentOf(), mined);
    expect(followPayments(elsewhere, news({ network: 'simulated', rolledBackTo: 0 }))).toBe(elsewhere.payments);
  });
});

describe('what does not count', () => {
  it.each<[string, Partial<Transfer>, string | undefined]>([
    ['a failed transaction', { failed: true }, 'failed'],
    ['a token that nobody knows', { asset: undefined, token: 'fake' }, 'unknown_token'],
    ['nothing', { amount: ZERO }, 'dust'],
    ['less than a thousandth', { amount: subtract(parseDecimal('0.001'), cryptoAmount(1n)) }, 'dust'],
    ['an amount from before the target was assigned', { firstSeenAtMs: NOW_MS - 7_200_001 }, 'too_old'],
    ['a block whose clock is two hours late', { firstSeenAtMs: NOW_MS - 7_200_000 }, undefined],
    ['a thousandth', { amount: parseDecimal('0.001') }, undefined],
    ['more than everything', { amount: cryptoAmount(2n ** 256n) }, undefined],
  ])('%s', (_, more, reason) => expect(rejectTransfer(transfer(more), intentOf())).toBe(reason));

  it('a small rest is what was asked for; after that it is dust again', () => {
    const nearly = follow(intentOf(), {
      transfers: [transfer({ amount: subtract(ONE, cryptoAmount(5n)), blockHeight: 1 })],
    });
    expect(rejectTransfer(transfer({ tx: 't2', amount: cryptoAmount(5n) }), nearly)).toBeUndefined();
    expect(rejectTransfer(transfer({ tx: 't2', amount: cryptoAmount(4n) }), nearly)).toBe('dust');
    const paid = follow(nearly, { transfers: [transfer({ tx: 't2', amount: cryptoAmount(5n), blockHeight: 1 })] });
    expect(rejectTransfer(transfer({ tx: 't3', amount: cryptoAmount(5n) }), paid)).toBe('dust');
    expect(
      rejectTransfer(transfer({ tx: 't2', amount: cryptoAmount(5n) }), paid),
      'what counts goes on counting',
    ).toBeUndefined();
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
      { numRuns: 1_000 },
    );
  });
});
