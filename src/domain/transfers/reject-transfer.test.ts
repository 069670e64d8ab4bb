import { describe, expect, it } from 'vitest';
import { sampleTransfer } from '../../../test/memory/sample-transfer.ts';
import type { Intent } from '../intents/intent.ts';
import { sampleIntent, sampleTarget } from '../intents/sample-intent.test-fixture.ts';
import { LIMITS } from '../limits.ts';
import { parseDecimal } from '../money/decimal.ts';
import { cryptoAmount, subtract, ZERO } from '../money/money.ts';
import { followPayments } from '../payments/follow-payments.ts';
import { rejectTransfer } from './reject-transfer.ts';
import type { Transfer } from './transfer.ts';

const NOW_MS = 20_000_000;
const HOUR_MS = 3_600_000;

const target = sampleTarget(NOW_MS);
const later = { ...target, network: 'simulated', address: 'b', assignedAtMs: NOW_MS + HOUR_MS };
const open = sampleIntent('1 BTC', '1 BTC = $100', NOW_MS, { targets: [target, later] });

const transfer = (more: Partial<Transfer> = {}): Transfer =>
  sampleTransfer('t1', '1 BTC', target, { firstSeenAtMs: NOW_MS, ...more });

const pay = (intent: Intent, paid: Transfer): Intent => ({
  ...intent,
  payments: followPayments(intent, {
    network: target.network,
    rolledBackTo: undefined,
    transfers: [paid],
    replaced: new Set(),
    missing: new Set(),
    tipHeight: 100,
    nowMs: NOW_MS,
  }),
});

describe('what does not count', () => {
  it.each<[string, Partial<Transfer>, string | undefined]>([
    ['a failed transaction', { failed: true }, 'failed'],
    ['a token that nobody knows', { asset: undefined, token: 'fake' }, 'unknown_token'],
    ['nothing', { amount: ZERO }, 'dust'],
    ['nothing of another asset', { amount: ZERO, asset: 'LTC' }, 'dust'],
    ['nothing of an asset that may be worth much', { amount: ZERO, asset: 'RARE' }, 'dust'],
    ['less than a thousandth', { amount: subtract(parseDecimal('0.001'), cryptoAmount(1n)) }, 'dust'],
    ['an amount from before the target was assigned', { firstSeenAtMs: NOW_MS - 7_200_001 }, 'too_old'],
    ['one from before its own target was', { address: 'b', firstSeenAtMs: NOW_MS + HOUR_MS - 7_200_001 }, 'too_old'],
    ['one to an address that nobody assigned', { address: 'c', firstSeenAtMs: 0 }, undefined],
    ['a block whose clock is two hours late', { firstSeenAtMs: NOW_MS - 7_200_000 }, undefined],
    ['a thousandth', { amount: parseDecimal('0.001') }, undefined],
    ['next to nothing of another asset', { amount: cryptoAmount(1n), asset: 'LTC' }, 'dust'],
    ['as little of another asset as is listed', { amount: parseDecimal('0.0000546'), asset: 'LTC' }, undefined],
    ['little of an asset that may be worth much', { amount: cryptoAmount(1n), asset: 'RARE' }, undefined],
    ['more than everything', { amount: cryptoAmount(2n ** 256n) }, undefined],
  ])('%s', (_, more, reason) => expect(rejectTransfer(transfer(more), open)).toBe(reason));

  it('what comes after as many payments as an intent can have', () => {
    const { payments } = pay(open, transfer());
    const full = { ...open, payments: Array.from({ length: LIMITS.paymentsPerIntentMax - 1 }, () => payments).flat() };
    expect(rejectTransfer(transfer({ tx: 't2' }), full)).toBeUndefined();
    expect(rejectTransfer(transfer({ tx: 't3' }), full, 1)).toBe('too_many');
    expect(rejectTransfer(transfer(), full, 1), 'what counts goes on counting').toBeUndefined();
  });

  it('a small rest is what was asked for; after that it is dust again', () => {
    const rest = (amount: bigint, tx: string) => transfer({ tx, amount: cryptoAmount(amount) });
    const nearly = pay(open, transfer({ amount: subtract(parseDecimal('1'), cryptoAmount(5n)) }));
    expect(rejectTransfer(rest(5n, 't2'), nearly)).toBeUndefined();
    expect(rejectTransfer(rest(4n, 't2'), nearly)).toBe('dust');
    const paid = pay(nearly, rest(5n, 't2'));
    expect(rejectTransfer(rest(5n, 't3'), paid)).toBe('dust');
    expect(rejectTransfer(rest(5n, 't2'), paid), 'what counts goes on counting').toBeUndefined();
    expect(rejectTransfer(rest(0n, 't2'), paid), 'unless it moves nothing in another block').toBe('dust');
  });

  it('dust in the transaction of a payment is dust', () => {
    const paid = pay(open, transfer());
    expect(rejectTransfer(transfer({ index: 1, amount: cryptoAmount(5n) }), paid)).toBe('dust');
  });
});
