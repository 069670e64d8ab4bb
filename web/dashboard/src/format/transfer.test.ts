import { describe, expect, it } from 'vitest';
import { FLAGS } from '../../../../src/domain/intents/review.ts';
import { UNMATCHED_REASONS } from '../../../../src/domain/transfers/transfer.ts';
import { describeFlag, describeReason, describeVoid } from './transfer.ts';

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
