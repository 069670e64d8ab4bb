import { type ComponentChild, h } from 'preact';
import type { Setting } from './setting.ts';
import type { CheckoutState } from './state.ts';

const shownSecondsMax = 300;

/** Whole seconds until the time is over by the server's clock; 0 when it is over. */
export function secondsLeft(state: CheckoutState, now: number): number {
  const end = Date.parse(state.expires_at);
  return Number.isNaN(end) ? Number.POSITIVE_INFINITY : Math.max(0, Math.ceil((end - now) / 1_000));
}

/** A clock that runs from the beginning only makes people hurry, so it is shown in the last five minutes. */
export function showsTimer(state: CheckoutState, now: number): boolean {
  const left = secondsLeft(state, now);
  return left > 0 && left <= shownSecondsMax;
}

export function Timer({ state, setting }: { state: CheckoutState; setting: Setting }): ComponentChild {
  if (!showsTimer(state, setting.now)) return null;
  const left = secondsLeft(state, setting.now);
  const clock = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
  return h(
    'p',
    { class: 'timer' },
    h('span', null, setting.language.words.timeLeft),
    ' ',
    h('bdi', { dir: 'ltr', role: 'timer', 'aria-label': setting.language.words.timeLeft }, clock),
  );
}
