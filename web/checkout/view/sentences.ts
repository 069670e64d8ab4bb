import { isolate, isolateLtr } from './amount.ts';
import { formatMoment } from './format-moment.ts';
import { screenOf } from './screen-of.ts';
import type { CheckoutState } from './state.ts';
import type { Language, ScreenWords, Values } from './words.ts';
import { say } from './words.ts';

/** Title and text of the screen that a state leads to, with the values put in. */
export function sentencesOf(
  state: CheckoutState | null,
  language: Language,
  locale: string,
): { title: string; text: string } {
  const { title, text } = wordsOf(state, language);
  const values = valuesOf(state, locale);
  return { title: say(title, values), text: say(text, values) };
}

/** What the live region says when a state has come. Equal states say the same, so that a change is said once. */
export function announcementOf(state: CheckoutState | null, language: Language, locale: string): string {
  const { title, text } = sentencesOf(state, language, locale);
  return `${title}${/[.!?؟]$/.test(title) ? '' : '.'} ${text}`;
}

/** Why nothing can be sent at present, for a screen that is about something else. */
export function unpayableText(state: CheckoutState, { words }: Language, locale: string): string {
  return say(words.unpayable[state.unpayable_reason ?? 'other'].text, valuesOf(state, locale));
}

function wordsOf(state: CheckoutState | null, { words }: Language): ScreenWords {
  const screen = screenOf(state);
  if (screen === 'unpayable') return words.unpayable[state?.unpayable_reason ?? 'other'];
  if (screen !== 'review') return words.screens[screen];
  const cause = state?.review_cause ?? '';
  const { title, causes, other } = words.review;
  return { title, text: Object.hasOwn(causes, cause) ? (causes[cause] ?? other) : other };
}

export function valuesOf(state: CheckoutState | null, locale: string): Values {
  const crypto = (amount = '0') => isolateLtr(`${amount} ${state?.asset ?? ''}`);
  return {
    merchant: isolate(state?.merchant.name ?? ''),
    received: crypto(state?.amount_received),
    remaining: crypto(state?.amount_remaining),
    over: crypto(state?.overpaid_by),
    count: isolateLtr(String(state?.confirmations?.count ?? 0)),
    required: isolateLtr(String(state?.confirmations?.required ?? 0)),
    expired: isolate(state === null ? '' : formatMoment(state.expires_at, locale)),
  };
}
