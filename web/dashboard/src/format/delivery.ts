import type { Delivery } from '../api/generated.ts';
import type { DeliveryState } from '../api/types.ts';
import type { Tone } from './status.ts';

const STATES: Record<DeliveryState, { label: string; tone: Tone }> = {
  pending: { label: 'Pending', tone: 'info' },
  delivered: { label: 'Delivered', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
};

export const DELIVERY_STATES = Object.keys(STATES) as DeliveryState[];

export const isDeliveryState = (text: unknown): text is DeliveryState =>
  typeof text === 'string' && Object.hasOwn(STATES, text);

export const nameState = (state: DeliveryState): string => STATES[state].label;

/** A pending delivery that has failed before is retried. */
export function describeDelivery({ state, attempt_count: attempts }: Pick<Delivery, 'state' | 'attempt_count'>): {
  label: string;
  tone: Tone;
} {
  return state === 'pending' && attempts > 0 ? { label: 'Retrying', tone: 'warning' } : STATES[state];
}

type Outcome = Pick<Delivery, 'state' | 'next_attempt_at' | 'last_status' | 'last_ms' | 'last_error'>;

/** What the last attempt led to, such as `200 in 87 ms`; without a response, why there was none. */
export function describeOutcome(delivery: Outcome): string {
  const { last_status: status, last_ms: ms, last_error: error } = delivery;
  if (ms === null && delivery.state === 'pending' && delivery.next_attempt_at === null) {
    return 'Waiting for an earlier event';
  }
  if (ms === null) return error ?? 'Not sent yet';
  return status === null ? (error ?? 'No response') : `${status} in ${ms.toLocaleString('en-US')} ms`;
}
