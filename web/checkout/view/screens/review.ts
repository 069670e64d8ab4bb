import { type ComponentChild, Fragment, h } from 'preact';
import { Facts } from '../facts.ts';
import type { Setting } from '../setting.ts';
import type { CheckoutState } from '../state.ts';
import { StatusHead } from '../status-head.ts';
import { WayOut } from '../way-out.ts';

/** Money came that no rule settles. A person decides, and the payer must not pay again. */
export function Review({ state, setting }: { state: CheckoutState; setting: Setting }): ComponentChild {
  return h(
    Fragment,
    null,
    h(StatusHead, { state, setting, icon: 'eye', tone: 'warn' }),
    h(Facts, { state, words: setting.language.words, facts: ['due', 'received', 'arriving'] }),
    h(WayOut, { state, setting, way: 'either' }),
  );
}
