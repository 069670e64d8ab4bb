import { type ComponentChild, h } from 'preact';
import { isolate, isolateLtr } from './amount.ts';
import type { RenderContext } from './render-context.ts';
import type { CheckoutState } from './state.ts';

/** Counts down to the return to the merchant, which the payer can stop. */
export function ReturnNotice({ state, context }: { state: CheckoutState; context: RenderContext }): ComponentChild {
  const { returnsIn } = context;
  const { messages } = context.language;
  if (returnsIn === null) return null;
  return h(
    'div',
    { class: 'returning' },
    h('p', { class: 'small', role: 'timer' }, returnText(state, returnsIn, messages)),
    h('button', { type: 'button', class: 'copy', onClick: context.onStay }, messages.stay),
  );
}

export const returnText = (
  state: CheckoutState,
  seconds: number,
  { returning }: RenderContext['language']['messages'],
): string => returning(isolate(state.merchant.name), isolateLtr(String(seconds)));
