import type { CheckoutState } from '../view/state.ts';

const STATUSES: Record<CheckoutState['status'], true> = {
  requires_payment: true,
  processing: true,
  partially_paid: true,
  succeeded: true,
  expired: true,
  canceled: true,
  needs_review: true,
};

/**
 * A state from the wire, as text or as a value. It comes from Florin's own server, so only what could be something
 * else altogether is checked: another page behind the same address, or a status of a later version.
 */
export function readState(input: unknown): CheckoutState | null {
  try {
    const value: unknown = typeof input === 'string' ? JSON.parse(input) : input;
    const state = value as Partial<CheckoutState> | null;
    const known =
      typeof state?.status === 'string' &&
      Object.hasOwn(STATUSES, state.status) &&
      typeof state.sequence === 'number' &&
      typeof state.payment_intent_id === 'string' &&
      Array.isArray(state.options) &&
      Array.isArray(state.items) &&
      Array.isArray(state.flags) &&
      typeof state.merchant?.name === 'string';
    return known ? (state as CheckoutState) : null;
  } catch {
    return null;
  }
}
