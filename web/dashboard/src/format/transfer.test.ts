import { describe, expect, it } from 'vitest';
import { FLAGS } from '../../../../src/domain/intents/review.ts';
import { UNMATCHED_REASONS } from '../../../../src/domain/transfers/transfer.ts';
import { countClaims, describeFlag, describeReason, describeVoid } from './transfer.ts';

describe('every reason of the server has a text', () => {
  it.each(UNMATCHED_REASONS)('transfer: %s', (reason) => {
    const { label, explanation } = describeReason(reason);
    expect(label).toMatch(/^[A-Z][\w ]+$/);
    expect(explanation).toMatch(/^[A-Z].+\.$/);
    expect(explanation).not.toContain('Reason:');
  });

  it.each(FLAGS)('flag: %s', (flag) => expect(describeFlag(flag)).toMatch(/^[A-Z].+\.$/));

  it.each(['replaced', 'missing', null] as const)('void: %s', (reason) => {
    expect(describeVoid(reason)).toMatch(/^[A-Z].+\.$/);
  });
});

it('an unknown reason is shown as is', () => {
  expect(describeReason('stolen' as never)).toEqual({ label: 'stolen', explanation: 'Reason: stolen.' });
  expect(describeVoid('eaten' as never)).toBe('Reason: eaten.');
  expect(describeFlag('odd' as never)).toBeUndefined();
});

it('claims are counted, with how many are proven', () => {
  const unproven = { payment_intent_id: 'pi_1', claimed_at: '2026-11-15T09:30:00.000Z', proof: null };
  const proven = { ...unproven, proof: { address: 'payer', proven_at: unproven.claimed_at } };
  expect(countClaims({ claims: [], more_claims: 0 })).toBeNull();
  expect(countClaims({ claims: [unproven], more_claims: 0 })).toBe('1 claim, none proven');
  expect(countClaims({ claims: [proven, unproven], more_claims: 0 })).toBe('2 claims, 1 proven');
  expect(countClaims({ claims: [proven, unproven], more_claims: 3 })).toBe('5 claims, 1 proven');
});

it('no void reason contradicts a payment that was final before', () => {
  for (const reason of ['replaced', 'missing', null] as const) expect(describeVoid(reason)).not.toMatch(/final/);
});
