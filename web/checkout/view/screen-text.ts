import { isolate, isolateLtr } from './amount.ts';
import { formatDateTime } from './format-date-time.ts';
import type { ScreenMessages, Values } from './messages.ts';
import { formatMessage } from './messages.ts';
import type { Reading } from './render-context.ts';
import { isBlind, selectScreen } from './select-screen.ts';
import type { CheckoutState } from './state.ts';

/** Title and text of a state's screen, with its values filled in. */
export function screenText(state: CheckoutState | null, reading: Reading): { title: string; text: string } {
  const { title, text } = selectMessages(state, reading);
  const values = messageValues(state, reading.locale);
  return { title: formatMessage(title, values), text: formatMessage(text, values) };
}

/** What the live region announces for a state. Equal states give equal text, so each change is announced once. */
export function announcementText(state: CheckoutState | null, reading: Reading): string {
  const { title, text } = screenText(state, reading);
  return [`${title}${/[.!?؟]$/.test(title) ? '' : '.'} ${text}`, ...blindTexts(state, reading)].join(' ');
}

/** The notices of options whose network cannot be seen, unless the screen itself is about that. */
function blindTexts(state: CheckoutState | null, { language, now }: Reading): string[] {
  const screen = selectScreen(state, now);
  if (state === null || (screen !== 'awaiting' && screen !== 'partial')) return [];
  return state.options.filter(isBlind).map(({ network_name }) => language.messages.blind(isolate(network_name)));
}

/** Why nothing can be paid right now, for a screen that is about something else. */
export function unpayableText(state: CheckoutState, { language, locale }: Reading): string {
  const { text } = language.messages.unpayable[state.unpayable_reason ?? 'other'];
  return formatMessage(text, messageValues(state, locale));
}

function selectMessages(state: CheckoutState | null, { language: { messages }, now }: Reading): ScreenMessages {
  const screen = selectScreen(state, now);
  if (screen === 'unpayable') return messages.unpayable[state?.unpayable_reason ?? 'other'];
  if (screen !== 'review') return messages.screens[screen];
  const cause = state?.review_cause ?? '';
  const { title, causes, other } = messages.review;
  return { title, text: Object.hasOwn(causes, cause) ? (causes[cause] ?? other) : other };
}

/** What takes long to format is formatted only for a message that contains it. */
export function messageValues(state: CheckoutState | null, locale: string): Values {
  const crypto = (amount = '0') => isolateLtr(`${amount} ${state?.asset ?? ''}`);
  const blind = state?.options.filter(isBlind).map(({ network_name }) => isolate(network_name)) ?? [];
  return {
    merchant: isolate(state?.merchant.name ?? ''),
    received: crypto(state?.amount_received),
    remaining: crypto(state?.amount_remaining),
    over: crypto(state?.overpaid_by),
    count: isolateLtr(String(state?.confirmations?.count ?? 0)),
    required: isolateLtr(String(state?.confirmations?.required ?? 0)),
    get network() {
      return blind.length > 1 ? new Intl.ListFormat(locale).format(blind) : (blind[0] ?? '');
    },
    get expired() {
      return isolate(state === null ? '' : formatDateTime(state.expires_at, locale));
    },
  };
}
