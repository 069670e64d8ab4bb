import type { IntentStatus } from './intent-status.ts';

export const REVIEW_CAUSES = [
  'underpaid',
  'late',
  'reorged',
  'wrong_asset',
  'canceled_with_money',
  'unseen',
  'ambiguous',
] as const;
export type ReviewCause = (typeof REVIEW_CAUSES)[number];

/** Why people must look at an intent, and what it was before. */
export interface Review {
  cause: ReviewCause;
  from: IntentStatus;
}

/** What a merchant decided about an intent, whatever the chain says. */
export interface Decision {
  kind: 'accepted' | 'rejected';
  reason: string;
  atMs: number;
}

export const FLAGS = ['late', 'reorged', 'wrong_asset', 'manual', 'tolerated', 'overpaid'] as const;
export type Flag = (typeof FLAGS)[number];
