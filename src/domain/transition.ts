import type { Intent } from './intent.ts';
import { type IntentStatus, mayFollow } from './intent-status.ts';
import type { MerchantSettings } from './merchant-settings.ts';
import { policyOf } from './policy.ts';
import { type Review, type Standing, standingOf } from './standing.ts';

/** What happened to an intent; `changes` holds the attributes that it set. */
export interface IntentEvent {
  type: string;
  changes: Record<string, unknown>;
}

/** The intent as it is to be, and what is to be told of it. */
export interface Transition {
  intent: Intent;
  events: readonly IntentEvent[];
}

/**
 * Where the facts take an intent: undefined where they leave it as it is and there is nothing else to tell. The events of
 * payments come first, then what they made of the intent. Each event counts one in its sequence.
 */
export function transition(
  intent: Intent,
  settings: MerchantSettings,
  nowMs: number,
  told: readonly IntentEvent[] = [],
): Transition | undefined {
  const standing = standingOf(intent, policyOf(intent, settings), nowMs);
  const status = nextStatus(intent.status, standing.status);
  const review = reviewOf(intent, status, standing);
  const moved = status !== intent.status || review?.cause !== intent.review?.cause;
  const flags = standing.flags;
  const marked = flags.length !== intent.flags.length || flags.some((flag) => !intent.flags.includes(flag));
  if (!moved && !marked && told.length === 0) return undefined;
  const changes = { status, ...(review ? { review } : {}), ...(marked ? { flags } : {}) };
  const type = intent.status === 'succeeded' && status === 'needs_review' ? 'reversed' : status;
  const events = moved || marked ? [...told, { type: `payment_intent.${type}`, changes }] : told;
  return { intent: { ...intent, status, review, flags, sequence: intent.sequence + events.length }, events };
}

/** A step that the table does not know is taken by way of the open status, on which the next look goes on. */
function nextStatus(from: IntentStatus, to: IntentStatus): IntentStatus {
  if (from === to || mayFollow(from, to)) return to;
  if (mayFollow(from, 'requires_payment')) return 'requires_payment';
  throw new RangeError(`a payment intent cannot go from ${from} to ${to}`);
}

function reviewOf(intent: Intent, status: IntentStatus, { cause }: Standing): Review | undefined {
  if (status !== 'needs_review' || cause === undefined) return undefined;
  return { cause, from: intent.review?.from ?? intent.status };
}
