import { type ComponentChild, Fragment, h } from 'preact';
import { AmountList } from '../amount-list.ts';
import { ExitLink } from '../exit-link.ts';
import type { RenderContext } from '../render-context.ts';
import type { CheckoutState } from '../state.ts';
import { StatusHeader } from '../status-header.ts';

/** The merchant has to decide, so the payer must not pay again. */
export function Review({ state, context }: { state: CheckoutState; context: RenderContext }): ComponentChild {
  return h(
    Fragment,
    null,
    h(StatusHeader, { state, context, icon: 'eye', tone: 'warn' }),
    h(AmountList, { state, messages: context.language.messages, show: ['due', 'received', 'pending'] }),
    h(ExitLink, { state, context, to: 'either' }),
  );
}
