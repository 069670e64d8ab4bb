import { type ComponentChild, Fragment, h } from 'preact';
import { AmountList, type AmountName } from '../amount-list.ts';
import { ExitLink } from '../exit-link.ts';
import { PaymentInstructions } from '../payment-instructions.ts';
import type { RenderContext } from '../render-context.ts';
import type { CheckoutState } from '../state.ts';
import { StatusHeader, type Tone } from '../status-header.ts';

interface Props {
  state: CheckoutState;
  context: RenderContext;
  tone: Tone;
  heading: 'due' | 'remaining';
  show?: readonly AmountName[];
}

/**
 * Nothing, or only part of the amount, has arrived. One component for both, so that the panel that a payer has opened
 * stays open when part of the amount arrives.
 */
export function Awaiting({ state, context, tone, heading, show }: Props): ComponentChild {
  const { messages } = context.language;
  return h(
    Fragment,
    null,
    h(StatusHeader, { state, context, icon: 'wait', tone, titleOnly: !state.options_pending }),
    show === undefined ? null : h(AmountList, { state, messages, show }),
    h(PaymentInstructions, { state, context, heading: messages[heading] }),
    h(ExitLink, { state, context, to: 'cancel' }),
  );
}

/** No network can be seen, so the payer may have paid already. The instructions stay folded to avoid a double payment. */
export function Delayed({ state, context }: { state: CheckoutState; context: RenderContext }): ComponentChild {
  const { messages } = context.language;
  return h(
    Fragment,
    null,
    h(StatusHeader, { state, context, icon: 'warn', tone: 'warn' }),
    h(
      'details',
      { class: 'fold' },
      h('summary', null, messages.notPaidYet),
      h(PaymentInstructions, { state, context, heading: messages.due }),
    ),
    h(ExitLink, { state, context, to: 'cancel' }),
  );
}
