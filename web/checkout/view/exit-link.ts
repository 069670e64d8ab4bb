import { type ComponentChild, h } from 'preact';
import { isolate } from './amount.ts';
import type { RenderContext } from './render-context.ts';
import { webUrl } from './safe-url.ts';
import type { CheckoutState } from './state.ts';

interface Props {
  state: CheckoutState;
  context: RenderContext;
  /** The merchant's `return_url`, its `cancel_url`, or the cancel URL with the return URL as a fallback. */
  to: 'return' | 'cancel' | 'either';
  primary?: boolean;
}

/** The link back to the merchant. It opens in the top window so that the merchant's site does not load in its own frame. */
export function ExitLink({ state, context, to, primary = false }: Props): ComponentChild {
  const returnUrl = webUrl(state.return_url);
  const cancelUrl = webUrl(state.cancel_url);
  const href = to === 'return' ? returnUrl : to === 'cancel' ? cancelUrl : (cancelUrl ?? returnUrl);
  if (href === undefined) return null;
  return h(
    'a',
    { class: primary ? 'button' : 'link', href, target: '_top' },
    context.language.messages.back(isolate(state.merchant.name)),
  );
}
