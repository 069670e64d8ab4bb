import type { CheckoutState } from './state.ts';

/** Whole seconds until the payment expires by the server's clock; 0 after that. */
export function secondsLeft(state: CheckoutState, now: number): number {
  const end = Date.parse(state.expires_at);
  return Number.isNaN(end) ? Number.POSITIVE_INFINITY : Math.max(0, Math.ceil((end - now) / 1_000));
}
