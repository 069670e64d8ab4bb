import { describe, expect, it } from 'vitest';
import { sampleTransfer } from '../../../test/memory/sample-transfer.ts';
import type { Transfer, UnmatchedReason } from './transfer.ts';
import { unmatchedReason } from './unmatched-reason.ts';

describe('a transfer is unmatched', () => {
  it.each<[string, Partial<Transfer>, UnmatchedReason | undefined, UnmatchedReason]>([
    ['because it names no intent', {}, undefined, 'no_reference'],
    ['for the reason given', {}, 'ambiguous', 'ambiguous'],
    ['because it failed, whatever it names', { failed: true }, 'ambiguous', 'failed'],
    ['because of its token', { asset: undefined, token: 'mint' }, undefined, 'unknown_token'],
    ['because no transaction explains it, whatever it names', { isUnexplained: true }, 'other_amount', 'unexplained'],
    ['because of its token, whatever it names', { asset: undefined, token: 'mint' }, 'ambiguous', 'unknown_token'],
  ])('%s', (_, more, otherwise, reason) => {
    const target = { address: 'wallet', reference: undefined };
    expect(unmatchedReason(sampleTransfer('tx', '1 SOL', target, { firstSeenAtMs: 0, ...more }), otherwise)).toBe(
      reason,
    );
  });
});
