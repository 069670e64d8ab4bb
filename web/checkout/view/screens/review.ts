import { type ComponentChild, Fragment, h } from 'preact';
import { isZero } from '../amount.ts';
import { AmountList, type AmountName } from '../amount-list.ts';
import { ExitLink } from '../exit-link.ts';
import type { RenderContext } from '../render-context.ts';
import type { CheckoutState } from '../state.ts';
import { StatusHeader } from '../status-header.ts';

/** The merchant has to decide, so the payer must not pay again. */
export function Review({ state, context }: { state: CheckoutState; context: RenderContext }): ComponentChild {
  // Money that the merchant has yet to match is not received, and "received 0" would contradict the text above.
  const show: AmountName[] = isZero(state.amount_received) ? ['due', 'pending'] : ['due', 'received', 'pending'];
  return h(
    Fragment,
    null,
    h(StatusHeader, { state, context, icon: 'eye', tone: 'warn' }),
    h(AmountList, { state, messages: context.language.messages, show }),
    h(ExitLink, { state, context, to: 'either' }),
  );
}
