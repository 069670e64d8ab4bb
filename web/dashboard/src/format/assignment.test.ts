import { describe, expect, it } from 'vitest';
import type { Intent } from '../api/types.ts';
import { describeAssignment, describeElsewhere, describeSuggestion, findElsewhere } from './assignment.ts';

const INTENT = {
  asset: 'SOL',
  status: 'needs_review',
  amount_due: '0.2',
  amount_remaining: '0.2',
  tolerance: '0.001',
  expires_at: '2026-11-15T10:30:00.000Z',
  targets: [],
} satisfies Partial<Intent>;
const TRANSFER = {
  asset: 'SOL',
  amount: '0.199',
  network: 'base',
  address: '0x1',
  first_seen_at: '2026-11-15T10:29:59.999Z',
};

describe('describeAssignment', () => {
  it.each([
    ['0.199', 'This transfer is 0.001 SOL less, within your tolerance: the payment will succeed.', true],
    ['0.198999', 'This transfer is 0.001001 SOL less: that much will still be due.', false],
    ['0.2', 'This transfer is exactly that: the payment will succeed.', true],
    ['9', 'This transfer is 8.8 SOL more: the payment will succeed, with the rest overpaid.', true],
  ])('compares a transfer of %s with what is due', (amount, text, settles) => {
    expect(describeAssignment(INTENT, { ...TRANSFER, amount })).toEqual({ text, settles });
  });

  it.each([
    ['there', { network: 'base', address: '0x2' }, ': the payment will succeed.'],
    ['at the same address on another network', { network: 'polygon', address: '0x1' }, ': the payment will succeed.'],
    ['elsewhere', { network: 'polygon', address: '0x2' }, ', with the rest overpaid.'],
  ])('counts the tail of an exact amount as overpaid only if it was not asked for: %s', (_, where, end) => {
    const targets = [{ ...where, reference: null, manual_amount: '0.20012', assigned_at: '2026-11-15T10:00:00.000Z' }];
    const { text, settles } = describeAssignment({ ...INTENT, targets }, { ...TRANSFER, amount: '0.20012' });
    expect(text.endsWith(end)).toBe(true);
    expect(text.includes('the exact amount')).toBe(!end.includes('overpaid'));
    expect(settles).toBe(true);
  });

  it('compares it with what remains to be paid', () => {
    const { text } = describeAssignment({ ...INTENT, amount_remaining: '0.15' }, { ...TRANSFER, amount: '0.15' });
    expect(text).toBe('0.15 SOL is still due. This transfer is exactly that: the payment will succeed.');
  });

  it('promises no success where the tolerance is unknown', () => {
    expect(describeAssignment({ ...INTENT, tolerance: null }, TRANSFER)).toEqual({
      text: 'This transfer is 0.001 SOL less: the payment will succeed only if your tolerance covers that.',
      settles: false,
    });
  });

  it('promises no success to a transfer from after the deadline', () => {
    expect(describeAssignment(INTENT, { ...TRANSFER, first_seen_at: INTENT.expires_at })).toEqual({
      text: 'This transfer is 0.001 SOL less. It arrived after the deadline, so the payment may need a review.',
      settles: false,
    });
  });

  it.each([
    ['succeeded', /already succeeded.*overpayment/],
    ['canceled', /is canceled.*need a review/],
  ] as const)('promises no success of a payment that is %s', (status, text) => {
    expect(describeAssignment({ ...INTENT, status }, TRANSFER)).toEqual({
      text: expect.stringMatching(text) as string,
      settles: false,
    });
  });

  it('says that another asset needs a review', () => {
    expect(describeAssignment(INTENT, { ...TRANSFER, asset: 'USDC' })).toEqual({
      text: 'The amount due is in SOL, but this transfer is in USDC. The payment will need a review.',
      settles: false,
    });
  });
});

const suggestion = (amount: string, difference: string) =>
  describeSuggestion({ payment_intent_id: 'pi_1', network: 'solana', amount, difference }, INTENT);

describe('describeSuggestion', () => {
  it('explains an amount that differs from what is due', () => {
    expect(suggestion('0.20012', '0.00008')).toBe('Asked for 0.20012 SOL when sent manually.');
    expect(suggestion('0.2', '0')).toBe('');
  });

  it('mentions a fee only if a few percent are missing', () => {
    const FEE = 'An exchange may have deducted its fee.';
    expect(suggestion('0.2', '-0.0099')).toBe(FEE);
    expect(suggestion('0.2', '-0.01')).toBe('');
    expect(suggestion('0.2', '0.0001')).toBe('');
    expect(suggestion('0.2', '8.8')).toBe('');
  });
});

describe('a suggestion from another network', () => {
  const here = { payment_intent_id: 'pi_1', network: 'base', amount: '1.0001', difference: '0' };
  const elsewhere = { ...here, payment_intent_id: 'pi_2', network: 'polygon' };

  it('is found among the others', () => {
    expect(findElsewhere({ network: 'base', suggestions: [here, elsewhere] })).toBe(elsewhere);
    expect(findElsewhere({ network: 'base', suggestions: [here] })).toBeNull();
  });

  it('names the network', () => {
    const text = 'asked for exactly this amount on Polygon. The customer probably used the wrong network.';
    expect(describeElsewhere(elsewhere, new Map([['polygon', 'Polygon']]))).toBe(text);
    expect(describeElsewhere(elsewhere, new Map())).toContain('on polygon.');
  });
});
