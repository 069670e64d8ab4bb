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

/** Why a person must look at an intent, and its status before. */
export interface Review {
  cause: ReviewCause;
  from: IntentStatus;
}

/** A merchant's manual decision about an intent. It overrides the payments. */
export interface Decision {
  kind: 'accepted' | 'rejected';
  reason: string;
  atMs: number;
  /** The names of the payments that were known and not void. Decisions of earlier versions have none. */
  payments?: readonly string[] | undefined;
}

export const FLAGS = ['late', 'reorged', 'wrong_asset', 'manual', 'tolerated', 'overpaid'] as const;
export type Flag = (typeof FLAGS)[number];
