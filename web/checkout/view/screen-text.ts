import { isolate, isolateLtr } from './amount.ts';
import { formatDateTime } from './format-date-time.ts';
import type { Language, ScreenMessages, Values } from './messages.ts';
import { formatMessage } from './messages.ts';
import { selectScreen } from './select-screen.ts';
import type { CheckoutState } from './state.ts';

/** Title and text of a state's screen, with its values filled in. */
export function screenText(
  state: CheckoutState | null,
  language: Language,
  locale: string,
): { title: string; text: string } {
  const { title, text } = selectMessages(state, language);
  const values = messageValues(state, locale);
  return { title: formatMessage(title, values), text: formatMessage(text, values) };
}

/** What the live region announces for a state. Equal states give equal text, so each change is announced once. */
export function announcementText(state: CheckoutState | null, language: Language, locale: string): string {
  const { title, text } = screenText(state, language, locale);
  return `${title}${/[.!?؟]$/.test(title) ? '' : '.'} ${text}`;
}

/** Why nothing can be paid right now, for a screen that is about something else. */
export function unpayableText(state: CheckoutState, { messages }: Language, locale: string): string {
  return formatMessage(messages.unpayable[state.unpayable_reason ?? 'other'].text, messageValues(state, locale));
}

function selectMessages(state: CheckoutState | null, { messages }: Language): ScreenMessages {
  const screen = selectScreen(state);
  if (screen === 'unpayable') return messages.unpayable[state?.unpayable_reason ?? 'other'];
  if (screen !== 'review') return messages.screens[screen];
  const cause = state?.review_cause ?? '';
  const { title, causes, other } = messages.review;
  return { title, text: Object.hasOwn(causes, cause) ? (causes[cause] ?? other) : other };
}

export function messageValues(state: CheckoutState | null, locale: string): Values {
  const crypto = (amount = '0') => isolateLtr(`${amount} ${state?.asset ?? ''}`);
  return {
    merchant: isolate(state?.merchant.name ?? ''),
    received: crypto(state?.amount_received),
    remaining: crypto(state?.amount_remaining),
    over: crypto(state?.overpaid_by),
    count: isolateLtr(String(state?.confirmations?.count ?? 0)),
    required: isolateLtr(String(state?.confirmations?.required ?? 0)),
    expired: isolate(state === null ? '' : formatDateTime(state.expires_at, locale)),
  };
}
