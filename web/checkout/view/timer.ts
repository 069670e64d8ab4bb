import { type ComponentChild, h } from 'preact';
import type { RenderContext } from './render-context.ts';
import { secondsLeft } from './seconds-left.ts';
import type { CheckoutState } from './state.ts';

const shownSecondsMax = 300;

/** The timer appears in the last five minutes only, so that it does not rush the payer. */
export function showsTimer(state: CheckoutState, now: number): boolean {
  const left = secondsLeft(state, now);
  return left > 0 && left <= shownSecondsMax;
}

/** What a page shows of the time: the seconds left, or that there are more than the timer shows. */
export const secondsShown = (state: CheckoutState, now: number): number =>
  Math.min(secondsLeft(state, now), shownSecondsMax + 1);

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
