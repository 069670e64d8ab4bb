import { type ComponentChild, Fragment, h } from 'preact';
import { AmountList } from '../amount-list.ts';
import { ExitLink } from '../exit-link.ts';
import { PaymentInstructions } from '../payment-instructions.ts';
import type { RenderContext } from '../render-context.ts';
import type { CheckoutState } from '../state.ts';
import { StatusHeader } from '../status-header.ts';

/** Part of the amount has arrived. The payment options now ask for the remaining amount. */
export function Partial({ state, context }: { state: CheckoutState; context: RenderContext }): ComponentChild {
  const { messages } = context.language;
  return h(
    Fragment,
    null,
    h(StatusHeader, { state, context, icon: 'wait', tone: 'warn' }),
    h(AmountList, { state, messages, show: ['due', 'received', 'pending', 'remaining'] }),
    h(PaymentInstructions, { state, context, heading: messages.sendRemaining }),
    h(ExitLink, { state, context, to: 'cancel' }),
  );
}
