import { type ComponentChild, h } from 'preact';
import { isolate } from './amount.ts';
import { ClaimForm } from './claim-form.ts';
import { type ScreenName, screenOf } from './screen-of.ts';
import type { Setting } from './setting.ts';
import type { CheckoutState } from './state.ts';

/** Where money may have been sent that is not shown. */
const claimable = new Set<ScreenName>(['awaiting', 'delayed', 'partial', 'expired']);

/** Whom to ask, and the one number that finds the payment again. */
export function Help({ state, setting }: { state: CheckoutState; setting: Setting }): ComponentChild {
  const { words } = setting.language;
  return h(
    'div',
    { class: 'help' },
    h('h3', { class: 'label' }, words.help),
    h('p', { class: 'muted small' }, words.helpText(isolate(state.merchant.name))),
    h('p', { class: 'small' }, h('code', { dir: 'ltr', 'aria-label': words.helpId }, state.payment_intent_id)),
    setting.live && claimable.has(screenOf(state)) ? h(ClaimForm, { setting }) : null,
  );
}
