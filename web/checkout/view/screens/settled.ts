import { type ComponentChild, Fragment, h } from 'preact';
import { AmountList, type AmountName } from '../amount-list.ts';
import { ExitLink } from '../exit-link.ts';
import { Receipt } from '../receipt.ts';
import type { RenderContext } from '../render-context.ts';
import { ReturnNotice } from '../return-notice.ts';
import type { CheckoutState } from '../state.ts';
import { StatusHeader } from '../status-header.ts';

interface Props {
  state: CheckoutState;
  context: RenderContext;
  show: readonly AmountName[];
}

/** The payment succeeded: exact, overpaid, or late. The screens differ in their messages and in the amounts they list. */
export function Settled({ state, context, show }: Props): ComponentChild {
  const { messages } = context.language;
  return h(
    Fragment,
    null,
    h(StatusHeader, { state, context, icon: 'done', tone: 'good' }),
    h(AmountList, { state, messages, show }),
    h(Receipt, { state, context }),
    h(ExitLink, { state, context, to: 'return', primary: true }),
    h(ReturnNotice, { state, context }),
  );
}
