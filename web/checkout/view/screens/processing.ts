import { type ComponentChild, Fragment, h } from 'preact';
import { AmountList } from '../amount-list.ts';
import { ExitLink } from '../exit-link.ts';
import type { RenderContext } from '../render-context.ts';
import { screenText } from '../screen-text.ts';
import type { CheckoutState } from '../state.ts';
import { StatusHeader } from '../status-header.ts';

/** The transaction has been seen but is not in a block yet. */
export function Seen({ state, context }: { state: CheckoutState; context: RenderContext }): ComponentChild {
  return h(
    Fragment,
    null,
    h(StatusHeader, { state, context, icon: 'eye', tone: 'calm' }),
    h(AmountList, { state, messages: context.language.messages, show: ['due', 'pending'] }),
    h(ExitLink, { state, context, to: 'return' }),
  );
}

/** Shows how many of the required confirmations have arrived. */
export function Confirming({ state, context }: { state: CheckoutState; context: RenderContext }): ComponentChild {
  const { count, required } = state.confirmations ?? { count: 0, required: 1 };
  return h(
    Fragment,
    null,
    h(StatusHeader, { state, context, icon: 'spin', tone: 'calm' }),
    h('progress', {
      value: Math.min(count, required),
      max: Math.max(required, 1),
      'aria-label': screenText(state, context).title,
    }),
    h(AmountList, { state, messages: context.language.messages, show: ['due', 'pending'] }),
    h(ExitLink, { state, context, to: 'return' }),
  );
}
