import { describe, expect, it } from 'vitest';
import { FLAGS } from '../../../../src/domain/intents/review.ts';
import { UNMATCHED_REASONS } from '../../../../src/domain/transfers/transfer.ts';
import { describeFlag, describeReason, describeVoid } from './transfer.ts';

describe('every word of the server is a sentence here', () => {
  it.each(UNMATCHED_REASONS)('refused: %s', (reason) => {
    const { label, sentence } = describeReason(reason);
    expect(label).toMatch(/^[A-Z][\w ]+$/);
    expect(sentence).toMatch(/^[A-Z].+\.$/);
    expect(sentence).not.toContain('The server says');
  });

  it.each(FLAGS)('flag: %s', (flag) => expect(describeFlag(flag)).toMatch(/^[A-Z].+\.$/));

  it.each(['replaced', 'missing', null] as const)('void: %s', (reason) => {
    expect(describeVoid(reason)).toMatch(/^[A-Z].+\.$/);
  });
});

it('a word of a newer server is shown as it is', () => {
  expect(describeReason('stolen' as never)).toEqual({ label: 'stolen', sentence: 'The server says: stolen.' });
  expect(describeVoid('eaten' as never)).toBe('The server says: eaten.');
  expect(describeFlag('odd' as never)).toBeUndefined();
});
