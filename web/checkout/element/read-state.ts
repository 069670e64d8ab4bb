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
 * Reads a checkout state from JSON text or a parsed value. It comes from Florin's own server, so this only rejects what
 * is not a state at all, such as a proxy's error page, or a status that a newer server added.
 */
export function readState(input: unknown): CheckoutState | null {
  try {
    const value: unknown = typeof input === 'string' ? JSON.parse(input) : input;
    const state = value as Partial<CheckoutState> | null;
    const isState =
      typeof state?.status === 'string' &&
      Object.hasOwn(STATUSES, state.status) &&
      typeof state.sequence === 'number' &&
      typeof state.payment_intent_id === 'string' &&
      Array.isArray(state.options) &&
      Array.isArray(state.items) &&
      Array.isArray(state.flags) &&
      typeof state.merchant?.name === 'string';
    return isState ? (state as CheckoutState) : null;
  } catch {
    return null;
  }
}
