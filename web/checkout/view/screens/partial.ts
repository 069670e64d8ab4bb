import { type ComponentChild, Fragment, h } from 'preact';
import { Facts } from '../facts.ts';
import { PayBlock } from '../pay-block.ts';
import type { Setting } from '../setting.ts';
import type { CheckoutState } from '../state.ts';
import { StatusHead } from '../status-head.ts';
import { WayOut } from '../way-out.ts';

/** Some money has come. The options ask for the rest, so their codes are new ones. */
export function Partial({ state, setting }: { state: CheckoutState; setting: Setting }): ComponentChild {
  const { words } = setting.language;
  return h(
    Fragment,
    null,
    h(StatusHead, { state, setting, icon: 'wait', tone: 'warn' }),
    h(Facts, { state, words, facts: ['due', 'received', 'arriving', 'remaining'] }),
    h(PayBlock, { state, setting, heading: words.sendRest }),
    h(WayOut, { state, setting, way: 'cancel' }),
  );
}
