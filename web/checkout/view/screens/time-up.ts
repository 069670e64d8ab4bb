import { type ComponentChild, Fragment, h } from 'preact';
import { isZero } from '../amount.ts';
import { AmountList } from '../amount-list.ts';
import { ExitLink } from '../exit-link.ts';
import type { RenderContext } from '../render-context.ts';
import type { CheckoutState } from '../state.ts';
import { StatusHeader } from '../status-header.ts';

/** The deadline has passed, and the server has not decided yet. There is nothing to pay. */
export function TimeUp({ state, context }: { state: CheckoutState; context: RenderContext }): ComponentChild {
  const hasMoney = !isZero(state.amount_received) || !isZero(state.amount_pending);
  const { messages } = context.language;
  return h(
    Fragment,
    null,
    h(StatusHeader, { state, context, icon: 'wait', tone: 'warn' }),
    hasMoney ? h(AmountList, { state, messages, show: ['due', 'received', 'pending'] }) : null,
    h(ExitLink, { state, context, to: 'cancel' }),
  );
}
