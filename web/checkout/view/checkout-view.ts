import { type ComponentChild, h } from 'preact';
import { Help } from './help.ts';
import { Icon } from './icon.ts';
import { IS_OPEN, noticesOf, type ScreenName, screenOf } from './screen-of.ts';
import { Awaiting, Delayed } from './screens/awaiting.ts';
import { Ended } from './screens/ended.ts';
import { Partial } from './screens/partial.ts';
import { Confirming, Seen } from './screens/processing.ts';
import { Review } from './screens/review.ts';
import { Settled } from './screens/settled.ts';
import { valuesOf } from './sentences.ts';
import type { Setting } from './setting.ts';
import type { CheckoutState } from './state.ts';
import { StatusHead } from './status-head.ts';
import { Order, Summary } from './summary.ts';
import { say } from './words.ts';

interface Props {
  /** `null` for a link that leads to no intent. */
  state: CheckoutState | null;
  setting: Setting;
}

/** The whole card. The server draws it first, and the element goes on with the same functions. */
export function CheckoutView({ state, setting }: Props): ComponentChild {
  const { language, announcement } = setting;
  return h(
    'div',
    { class: 'card', lang: language.tag, dir: language.dir },
    h('p', { class: 'sr', role: 'status', 'aria-live': 'polite' }, announcement),
    state === null || state.livemode
      ? null
      : h('p', { class: 'ribbon' }, h('b', null, 'TEST'), language.words.testMode),
    h(
      'div',
      { class: state === null ? 'columns alone' : 'columns' },
      state === null ? null : h(Summary, { state, setting }),
      h(
        'section',
        { class: 'main', 'aria-labelledby': 'title' },
        h(Notices, { state, setting }),
        h(Screen, { state, setting }),
        h(Foot, { state, setting }),
      ),
      state === null ? null : h(Order, { state, setting }),
      state === null ? null : h(Help, { state, setting }),
    ),
  );
}

interface Known {
  state: CheckoutState;
  setting: Setting;
}

const SCREENS: Record<Exclude<ScreenName, 'unknown'>, (props: Known) => ComponentChild> = {
  preparing: (props) => h(Awaiting, props),
  awaiting: (props) => h(Awaiting, props),
  delayed: (props) => h(Delayed, props),
  seen: (props) => h(Seen, props),
  confirming: (props) => h(Confirming, props),
  partial: (props) => h(Partial, props),
  paid: (props) => h(Settled, { ...props, facts: ['received'] }),
  overpaid: (props) => h(Settled, { ...props, facts: ['due', 'received', 'overpaid'] }),
  late: (props) => h(Settled, { ...props, facts: ['due', 'received'] }),
  expired: (props) => h(Ended, { ...props, icon: 'wait', tone: 'ended' }),
  review: (props) => h(Review, props),
  unpayable: (props) => h(Ended, { ...props, icon: 'warn', tone: 'warn' }),
  canceled: (props) => h(Ended, { ...props, icon: 'stop', tone: 'ended' }),
};

function Screen({ state, setting }: Props): ComponentChild {
  const screen = screenOf(state);
  return state === null || screen === 'unknown'
    ? h(StatusHead, { state, setting, icon: 'stop', tone: 'ended' })
    : SCREENS[screen]({ state, setting });
}

function Notices({ state, setting }: Props): ComponentChild {
  const { words } = setting.language;
  const values = valuesOf(state, setting.locale);
  return h(
    'div',
    { class: 'notices' },
    noticesOf(state, setting.lost).map((name) =>
      h(
        'div',
        { key: name, class: 'notice notice-warn', 'data-notice': name },
        h(Icon, { name: 'warn' }),
        h('p', null, h('b', null, say(words.notices[name].title, values)), ' ', say(words.notices[name].text, values)),
      ),
    ),
  );
}

/** Whether the page follows by itself, and what to do where it does not. */
function Foot({ state, setting }: Props): ComponentChild {
  const { words } = setting.language;
  const follows = setting.live && !setting.lost && state !== null;
  return h(
    'div',
    { class: 'foot' },
    setting.framed
      ? h('a', { class: 'link', href: setting.href, target: '_blank', rel: 'noopener' }, words.openTab)
      : null,
    follows && IS_OPEN[screenOf(state)] ? h('p', { class: 'muted small' }, words.updatesItself) : null,
    follows ? null : h('a', { class: 'link', href: setting.href }, words.checkAgain),
  );
}
