import { type ComponentChild, Fragment, h } from 'preact';
import { ExitLink } from '../exit-link.ts';
import { PaymentInstructions } from '../payment-instructions.ts';
import type { RenderContext } from '../render-context.ts';
import type { CheckoutState } from '../state.ts';
import { StatusHeader } from '../status-header.ts';
import { secondsLeft } from '../timer.ts';

/** No payment seen yet. Also used while the payment target is still being assigned; only the messages differ. */
export function Awaiting({ state, context }: { state: CheckoutState; context: RenderContext }): ComponentChild {
  return h(
    Fragment,
    null,
    h(StatusHeader, { state, context, icon: 'wait', tone: 'calm' }),
    h(PaymentInstructions, { state, context, heading: context.language.messages.sendExactly }),
    h(ExitLink, { state, context, to: 'cancel' }),
  );
}

/** The network cannot be read, so the payer may have paid already. The instructions stay folded to avoid a double payment. */
export function Delayed({ state, context }: { state: CheckoutState; context: RenderContext }): ComponentChild {
  const { messages } = context.language;
  const open = state.options.length > 0 && secondsLeft(state, context.now) > 0;
  return h(
    Fragment,
    null,
    h(StatusHeader, { state, context, icon: 'warn', tone: 'warn' }),
    open
      ? h(
          'details',
          { class: 'fold' },
          h('summary', null, messages.notPaidYet),
          h(PaymentInstructions, { state, context, heading: messages.sendExactly }),
        )
      : null,
    h(ExitLink, { state, context, to: 'cancel' }),
  );
}
