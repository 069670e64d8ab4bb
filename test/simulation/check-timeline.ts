import type { Intent } from '../../src/domain/intents/intent.ts';
import type { TimelineEntry } from '../../src/ports/intents.ts';
import { Violation } from './violation.ts';

/** The table of the design, written down once more. */
const MAY_FOLLOW: Record<string, readonly string[]> = {
  requires_payment: ['processing', 'partially_paid', 'succeeded', 'expired', 'canceled', 'needs_review'],
  processing: ['succeeded', 'partially_paid', 'requires_payment', 'expired', 'needs_review'],
  partially_paid: ['processing', 'succeeded', 'requires_payment', 'needs_review'],
  succeeded: ['needs_review'],
  expired: ['processing', 'succeeded', 'needs_review'],
  canceled: ['needs_review', 'succeeded'],
  needs_review: ['requires_payment', 'processing', 'partially_paid', 'succeeded', 'expired', 'canceled'],
};

interface Told {
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

/** The events alone tell the whole story: numbered from 1, each of some consequence, and ending where the intent is. */
export function checkTimeline(name: string, intent: Intent, timeline: readonly TimelineEntry[]): void {
  const numbers = timeline.map(({ sequence }) => sequence);
  if (numbers.some((number, position) => number !== position + 1) || numbers.length !== intent.sequence) {
    throw new Violation('events are numbered without a gap', `${numbers.join()} of ${intent.sequence}`, name);
  }
  const told: Told = { status: 'requires_payment', review: undefined, flags: [], payments: new Map() };
  for (const event of timeline.slice(1)) fold(name, told, event);
  const stored = JSON.stringify([
    intent.status,
    intent.review?.cause,
    [...intent.flags].sort(),
    intent.payments.map(({ network, tx, index, state }) => `${network}:${tx}:${index} ${state}`).sort(),
  ]);
  const folded = JSON.stringify([
    told.status,
    told.review?.cause,
    [...told.flags].sort(),
    [...told.payments].map(([payment, state]) => `${payment} ${state}`).sort(),
  ]);
  if (stored !== folded) throw new Violation('events fold to the state', `${folded}, but stored is ${stored}`, name);
}

function fold(name: string, told: Told, { type, changes }: TimelineEntry): void {
  const { status, review, flags, payment } = changes as Changes;
  if (payment) {
    const key = `${payment.network}:${payment.tx}:${payment.index}`;
    if (told.payments.get(key) === payment.state) throw new Violation('every event changes something', type, name);
    told.payments.set(key, payment.state);
    return;
  }
  if (type === 'payment_intent.flagged') {
    const isSame = status !== undefined || [...(flags ?? [])].sort().join() === [...told.flags].sort().join();
    if (isSame) throw new Violation('every event changes something', type, name);
    told.flags = flags ?? [];
    return;
  }
  if (status === undefined || (status === told.status && review?.cause === told.review?.cause)) {
    throw new Violation('every event changes something', `${type} twice`, name);
  }
  if (status !== told.status && !MAY_FOLLOW[told.status]?.includes(status)) {
    throw new Violation('no step that the table forbids', `${told.status} to ${status}`, name);
  }
  told.status = status;
  told.review = review;
  told.flags = flags ?? told.flags;
}
