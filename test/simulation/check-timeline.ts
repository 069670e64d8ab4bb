import type { Intent } from '../../src/domain/intents/intent.ts';
import type { TimelineEntry } from '../../src/ports/intents.ts';
import { Violation } from './violation.ts';

/** The allowed transitions, repeated from the design. */
const ALLOWED_TRANSITIONS: Record<string, readonly string[]> = {
  requires_payment: ['processing', 'partially_paid', 'succeeded', 'expired', 'canceled', 'needs_review'],
  processing: ['succeeded', 'partially_paid', 'requires_payment', 'expired', 'needs_review'],
  partially_paid: ['processing', 'succeeded', 'requires_payment', 'needs_review'],
  succeeded: ['needs_review'],
  expired: ['processing', 'succeeded', 'needs_review'],
  canceled: ['needs_review', 'succeeded'],
  needs_review: ['requires_payment', 'processing', 'partially_paid', 'succeeded', 'expired', 'canceled'],
};

interface FoldedState {
  status: string;
  review: { cause: string } | undefined;
  flags: readonly string[];
  payments: Map<string, string>;
}

interface Changes {
  status?: string;
  review?: { cause: string };
  flags?: string[];
  payment?: { network: string; tx: string; index: number; state: string };
}

/** Events are numbered from 1, each changes something, and together they give the state of the intent. */
export function checkTimeline(name: string, intent: Intent, timeline: readonly TimelineEntry[]): void {
  if (timeline.some(({ sequence }, index) => sequence !== index + 1) || timeline.length !== intent.sequence) {
    const numbers = timeline.map(({ sequence }) => sequence);
    throw new Violation('events are numbered without gaps', `${numbers.join()} of ${intent.sequence}`, name);
  }
  const folded: FoldedState = { status: 'requires_payment', review: undefined, flags: [], payments: new Map() };
  for (const event of timeline.slice(1)) fold(name, folded, event);
  const payments = intent.payments.map(({ network, tx, index, state }) => `${network}:${tx}:${index} ${state}`);
  const stored = print(intent, payments);
  const expected = print(
    folded,
    [...folded.payments].map(([payment, state]) => `${payment} ${state}`),
  );
  if (stored !== expected)
    throw new Violation('events add up to the state', `${expected}, but stored is ${stored}`, name);
}

const print = ({ status, review, flags }: Pick<FoldedState, 'status' | 'review' | 'flags'>, payments: string[]) =>
  [status, review?.cause, flags.toSorted().join('+'), ...payments.sort()].join(' ');

function fold(name: string, folded: FoldedState, { type, changes }: TimelineEntry): void {
  const { status, review, flags, payment } = changes as Changes;
  if (payment) {
    const key = `${payment.network}:${payment.tx}:${payment.index}`;
    if (folded.payments.get(key) === payment.state) throw new Violation('every event changes something', type, name);
    folded.payments.set(key, payment.state);
    return;
  }
  if (type === 'payment_intent.flagged') {
    const isSame = status !== undefined || [...(flags ?? [])].sort().join() === [...folded.flags].sort().join();
    if (isSame) throw new Violation('every event changes something', type, name);
    folded.flags = flags ?? [];
    return;
  }
  if (status === undefined || (status === folded.status && review?.cause === folded.review?.cause)) {
    throw new Violation('every event changes something', `${type} twice`, name);
  }
  if (status !== folded.status && !ALLOWED_TRANSITIONS[folded.status]?.includes(status)) {
    throw new Violation('only allowed transitions happen', `${folded.status} to ${status}`, name);
  }
  if (folded.status === 'succeeded' && status !== 'succeeded' && type !== 'payment_intent.reversed') {
    throw new Violation('a lost success is announced', type, name);
  }
  folded.status = status;
  folded.review = review;
  folded.flags = flags ?? folded.flags;
}
