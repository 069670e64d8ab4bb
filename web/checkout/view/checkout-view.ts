import { type ComponentChild, h } from 'preact';
import { Help } from './help.ts';
import { Icon } from './icon.ts';
import { formatMessage } from './messages.ts';
import type { RenderContext } from './render-context.ts';
import { messageValues } from './screen-text.ts';
import { Awaiting, Delayed } from './screens/awaiting.ts';
import { Ended } from './screens/ended.ts';
import { Confirming, Seen } from './screens/processing.ts';
import { Review } from './screens/review.ts';
import { Settled } from './screens/settled.ts';
import { TimeUp } from './screens/time-up.ts';
import { KEEPS_UPDATING, type ScreenName, selectNotices, selectScreen } from './select-screen.ts';
import type { CheckoutState } from './state.ts';
import { StatusHeader } from './status-header.ts';
import { Order, Summary } from './summary.ts';

interface Props {
  /** `null` if the link matches no payment intent. */
  state: CheckoutState | null;
  context: RenderContext;
}

/** The whole card. The server renders it first, and the custom element takes over with the same functions. */
export function CheckoutView({ state, context }: Props): ComponentChild {
  const { language, announcement } = context;
  return h(
    'div',
    { class: 'card', lang: language.tag, dir: language.dir },
    h('p', { class: 'sr', role: 'status', 'aria-live': 'polite' }, announcement),
    state === null || state.livemode
      ? null
      : h('p', { class: 'ribbon' }, h('b', null, 'TEST'), language.messages.testMode),
    h(
      'div',
      { class: state === null ? 'columns alone' : 'columns' },
      state === null ? null : h(Summary, { state, context }),
      h(
        'section',
        { class: 'main', 'aria-labelledby': 'title' },
        h(Notices, { state, context }),
        h(Screen, { state, context }),
        h(Footer, { state, context }),
      ),
      state === null ? null : h(Order, { state, context }),
      state === null ? null : h(Help, { state, context }),
    ),
  );
}

interface ScreenProps {
  state: CheckoutState;
  context: RenderContext;
}

const UNPAID = { tone: 'calm', heading: 'due' } as const;

const SCREENS: Record<Exclude<ScreenName, 'unknown'>, (props: ScreenProps) => ComponentChild> = {
  preparing: (props) => h(Awaiting, { ...props, ...UNPAID }),
  awaiting: (props) => h(Awaiting, { ...props, ...UNPAID }),
  delayed: (props) => h(Delayed, props),
  time_up: (props) => h(TimeUp, props),
  seen: (props) => h(Seen, props),
  confirming: (props) => h(Confirming, props),
  partial: (props) =>
    h(Awaiting, { ...props, tone: 'warn', heading: 'remaining', show: ['due', 'received', 'pending'] }),
  paid: (props) => h(Settled, { ...props, show: ['received'] }),
  overpaid: (props) => h(Settled, { ...props, show: ['due', 'received', 'overpaid'] }),
  late: (props) => h(Settled, { ...props, show: ['due', 'received'] }),
  expired: (props) => h(Ended, { ...props, icon: 'wait', tone: 'ended' }),
  review: (props) => h(Review, props),
  unpayable: (props) => h(Ended, { ...props, icon: 'warn', tone: 'warn' }),
  canceled: (props) => h(Ended, { ...props, icon: 'stop', tone: 'ended' }),
};

function Screen({ state, context }: Props): ComponentChild {
  const screen = selectScreen(state, context.now);
  return state === null || screen === 'unknown'
    ? h(StatusHeader, { state, context, icon: 'stop', tone: 'ended' })
    : SCREENS[screen]({ state, context });
}

function Notices({ state, context }: Props): ComponentChild {
  const { messages } = context.language;
  const values = messageValues(state, context.locale);
  return h(
    'div',
    { class: 'notices' },
    selectNotices(state, context.now, context.lost).map((name) =>
      h(
        'div',
        { key: name, class: 'notice notice-warn', 'data-notice': name },
        h(Icon, { name: 'warn' }),
        h(
          'p',
          null,
          h('b', null, formatMessage(messages.notices[name].title, values)),
          ' ',
          formatMessage(messages.notices[name].text, values),
        ),
      ),
    ),
  );
}

/** Says whether the page updates automatically, and offers a reload link if it does not. */
function Footer({ state, context }: Props): ComponentChild {
  const { messages } = context.language;
  const updates = context.interactive && !context.lost && state !== null;
  return h(
    'div',
    { class: 'foot' },
    context.framed
      ? h('a', { class: 'link', href: context.href, target: '_blank', rel: 'noopener' }, messages.openTab)
      : null,
    updates && KEEPS_UPDATING[selectScreen(state, context.now)]
      ? h('p', { class: 'muted small' }, messages.autoUpdate)
      : null,
    updates ? null : h('a', { class: 'link', href: context.href }, messages.checkAgain),
  );
}
