/**
 * The allowed transitions. The status itself is derived from payments, time, policy and the merchant's decision; this
 * table rejects a transition that must never happen.
 */
export const INTENT_STATUSES = {
  requires_payment: ['processing', 'partially_paid', 'succeeded', 'expired', 'canceled', 'needs_review'],
  processing: ['succeeded', 'partially_paid', 'requires_payment', 'expired', 'needs_review'],
  partially_paid: ['processing', 'succeeded', 'requires_payment', 'needs_review'],
  succeeded: ['needs_review'],
  expired: ['processing', 'succeeded', 'needs_review'],
  canceled: ['needs_review', 'succeeded'],
  needs_review: ['requires_payment', 'processing', 'partially_paid', 'succeeded', 'expired', 'canceled'],
} as const satisfies Record<string, readonly string[]>;

export type IntentStatus = keyof typeof INTENT_STATUSES;

export function mayFollow(from: IntentStatus, to: IntentStatus): boolean {
  return (INTENT_STATUSES[from] as readonly IntentStatus[]).includes(to);
}

/** An intent that was paid or canceled needs no money. One in review or expired may: a transfer may be what it lacks. */
export const OWING_STATUSES: readonly IntentStatus[] = [
  'requires_payment',
  'partially_paid',
  'expired',
  'needs_review',
];

/** Whether the payer is still asked to pay. */
export const isAwaiting = ({ status }: { status: IntentStatus }): boolean =>
  status === 'requires_payment' || status === 'partially_paid';
