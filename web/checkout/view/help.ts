import { type ComponentChild, h } from 'preact';
import { isolate } from './amount.ts';
import { ClaimForm } from './claim-form.ts';
import type { RenderContext } from './render-context.ts';
import { type ScreenName, selectScreen } from './select-screen.ts';
import type { CheckoutState } from './state.ts';

/** Screens where a payer may have sent a payment that is not shown. */
const claimable = new Set<ScreenName>(['awaiting', 'delayed', 'time_up', 'partial', 'expired']);

/** A claim that is reviewed can still be proven. */
const isClaimable = (state: CheckoutState, now: number): boolean =>
  claimable.has(selectScreen(state, now)) || state.review_cause === 'ambiguous';

/** Whom to contact, and the ID that identifies the payment. */
export function Help({ state, context }: { state: CheckoutState; context: RenderContext }): ComponentChild {
  const { messages } = context.language;
  return h(
    'div',
    { class: 'help' },
    h('h3', { class: 'label' }, messages.help),
    h('p', { class: 'muted small' }, messages.helpText(isolate(state.merchant.name))),
    h('p', { class: 'small' }, h('code', { dir: 'ltr', 'aria-label': messages.helpId }, state.payment_intent_id)),
    h(Contact, { state }),
    context.interactive && isClaimable(state, context.now) ? h(ClaimForm, { state, context }) : null,
  );
}

/** The merchant's email address or page. The email's subject is the payment's ID. */
function Contact({ state: { merchant, payment_intent_id: id } }: { state: CheckoutState }): ComponentChild {
  const support = merchant.support ?? '';
  const isUrl = /^https:\/\//i.test(support);
  if (!isUrl && !support.includes('@')) return null;
  return h(
    'p',
    { class: 'small' },
    h(
      'a',
      { class: 'link', dir: 'ltr', ...(isUrl ? webLink(support) : { href: `mailto:${support}?subject=${id}` }) },
      isUrl ? support.replace(/^https:\/\//i, '') : support,
    ),
  );
}

const webLink = (href: string) => ({ href, target: '_blank', rel: 'noopener' });
