import { assert, describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../merchants/settings.ts';
import { parseDecimal } from '../money/decimal.ts';
import type { Payment } from '../payments/payment.ts';
import type { Intent } from './intent.ts';
import { CREATED_MS, DAY_MS, EXPIRES_MS, HALF, ONE, open, payment } from './transition.test-fixture.ts';
import { transition } from './transition.ts';

const after = (intent: Intent, payments: Payment[], nowMs = EXPIRES_MS + 2 * DAY_MS) =>
  transition({ ...intent, payments }, DEFAULT_SETTINGS, nowMs)?.intent ?? { ...intent, payments };

describe('a success that the chain takes back', () => {
  const first = payment(ONE, 'final');
  const succeeded = transition(open([first]), DEFAULT_SETTINGS, CREATED_MS + 2)?.intent ?? assert.fail();
  const gone = { ...first, state: 'void' as const, blockHeight: undefined };
  const tooLate = payment(parseDecimal('3'), 'final', EXPIRES_MS + DAY_MS);

  it('remembers which payments settled it, and how much was enough', () => {
    expect(succeeded).toMatchObject({ settledWith: parseDecimal('0.995'), settledBy: [`simulated:${first.tx}:0`] });
    const others = [
      payment(ONE, 'seen'),
      { ...payment(ONE, 'final', CREATED_MS + 2), asset: 'BTC' },
      payment(ONE, 'final', EXPIRES_MS + 3_600_000),
    ];
    expect(after(open([]), [...others, first]).settledBy).toEqual([`simulated:${first.tx}:0`]);
  });

  it('remembers nothing before it succeeds', () => {
    const half = after(open([]), [payment(HALF, 'final')], CREATED_MS + 4);
    expect(half).toMatchObject({ status: 'partially_paid', settledWith: undefined, settledBy: undefined });
  });

  it('lasts with exactly what was enough', () => {
    const exact = [payment(parseDecimal('0.995'), 'final')];
    const enough = after(open([]), exact, CREATED_MS + 4);
    const strict = { ...DEFAULT_SETTINGS, tolerancePercent: '0', toleranceAmount: '0' };
    expect(transition(enough, strict, CREATED_MS + 5)).toBeUndefined();
  });

  it('is not settled by other money that came too late: people decide', () => {
    expect(after(succeeded, [gone, tooLate])).toMatchObject({
      status: 'needs_review',
      review: { cause: 'reorged', from: 'succeeded' },
    });
    const reversed = after(succeeded, [gone]);
    expect(reversed.review?.cause).toBe('reorged');
    expect(after(reversed, [gone, tooLate])).toMatchObject({ status: 'needs_review', review: { cause: 'reorged' } });
  });

  it('comes back with the same transaction, however late it is included again', () => {
    const reversed = after(succeeded, [gone]);
    const again = after(reversed, [{ ...first, blockHeight: 900, reorged: true }], EXPIRES_MS + 20 * DAY_MS);
    expect(again).toMatchObject({ status: 'succeeded', review: undefined, settledBy: succeeded.settledBy });
  });

  it('succeeds with other money that counts for any intent, and then lasts by that', () => {
    const second = payment(ONE, 'final', CREATED_MS + 3);
    const other = after(after(succeeded, [gone]), [gone, second]);
    expect(other).toMatchObject({ status: 'succeeded', settledBy: [`simulated:${second.tx}:0`] });
    const lost = { ...second, state: 'void' as const };
    expect(after(other, [gone, lost, tooLate]).review?.cause).toBe('reorged');
  });

  it('succeeds with other money that is late, as far as that is accepted', () => {
    const late = payment(ONE, 'final', EXPIRES_MS + 60_000);
    expect(after(after(succeeded, [gone]), [gone, late])).toMatchObject({ status: 'succeeded', flags: ['late'] });
  });

  it('lasts while a part of its money is enough', () => {
    const both = after(open([]), [first, payment(ONE, 'final', CREATED_MS + 3)], CREATED_MS + 4);
    expect(both.settledBy).toHaveLength(2);
    const kept = after(both, [gone, payment(ONE, 'final', CREATED_MS + 3)]);
    expect(kept).toMatchObject({ status: 'succeeded', settledBy: both.settledBy });
  });

  it('of the version before, which kept no payments, lasts with any final money', () => {
    const old = { ...succeeded, settledBy: undefined };
    expect(after(old, [gone, tooLate])).toMatchObject({ status: 'succeeded', settledBy: undefined });
    expect(after(old, [gone]).review?.cause).toBe('reorged');
  });

  it('is not remembered where a person accepted it', () => {
    const decision = { kind: 'accepted', reason: 'because', atMs: CREATED_MS } as const;
    const accepted = after(open([], { decision }), [first]);
    expect(accepted).toMatchObject({ status: 'succeeded', settledWith: undefined, settledBy: undefined });
  });
});
