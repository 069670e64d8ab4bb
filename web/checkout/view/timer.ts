import { type ComponentChild, h } from 'preact';
import type { RenderContext } from './render-context.ts';
import type { CheckoutState } from './state.ts';

const shownSecondsMax = 300;

/** Whole seconds until the payment expires by the server's clock; 0 after that. */
export function secondsLeft(state: CheckoutState, now: number): number {
  const end = Date.parse(state.expires_at);
  return Number.isNaN(end) ? Number.POSITIVE_INFINITY : Math.max(0, Math.ceil((end - now) / 1_000));
}

/** The timer appears in the last five minutes only, so that it does not rush the payer. */
export function showsTimer(state: CheckoutState, now: number): boolean {
  const left = secondsLeft(state, now);
  return left > 0 && left <= shownSecondsMax;
}

export function Timer({ state, context }: { state: CheckoutState; context: RenderContext }): ComponentChild {
  if (!showsTimer(state, context.now)) return null;
  const left = secondsLeft(state, context.now);
  const clock = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
  return h(
    'p',
    { class: 'timer' },
    h('span', null, context.language.messages.timeLeft),
    ' ',
    h('bdi', { dir: 'ltr', role: 'timer', 'aria-label': context.language.messages.timeLeft }, clock),
  );
}
