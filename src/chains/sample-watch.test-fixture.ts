import type { Watch } from '../ports/chain.ts';

/** What a scan is asked for while nothing is expected. */
export const sampleWatch = (nowMs: number, more: Partial<Watch> = {}): Watch => ({
  sinceMs: nowMs,
  nowMs,
  coinUntilMs: undefined,
  needsAgreement: false,
  pending: [],
  addresses: async () => [],
  sinceOf: async () => nowMs,
  ...more,
});
