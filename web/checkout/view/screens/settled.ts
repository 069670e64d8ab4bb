import { type ComponentChild, Fragment, h } from 'preact';
import { type Fact, Facts } from '../facts.ts';
import { webUrl } from '../safe-url.ts';
import type { Setting } from '../setting.ts';
import type { CheckoutState } from '../state.ts';
import { StatusHead } from '../status-head.ts';
import { WayOut } from '../way-out.ts';

interface Props {
  state: CheckoutState;
  setting: Setting;
  facts: readonly Fact[];
}

/** The order is paid: in time, too much, or late and accepted. They differ in their words and in what is added up. */
export function Settled({ state, setting, facts }: Props): ComponentChild {
  const { words } = setting.language;
  const invoice = webUrl(state.invoice_url);
  return h(
    Fragment,
    null,
    h(StatusHead, { state, setting, icon: 'done', tone: 'good' }),
    h(Facts, { state, words, facts }),
    h(WayOut, { state, setting, way: 'return', main: true }),
    invoice === undefined
      ? null
      : h('a', { class: 'link', href: invoice, target: '_blank', rel: 'noopener' }, words.invoice),
  );
}
