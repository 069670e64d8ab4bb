import { type ComponentChild, Fragment, h } from 'preact';
import { ExitLink } from '../exit-link.ts';
import type { IconName } from '../icon.ts';
import type { RenderContext } from '../render-context.ts';
import type { CheckoutState } from '../state.ts';
import { StatusHeader, type Tone } from '../status-header.ts';

interface Props {
  state: CheckoutState;
  context: RenderContext;
  icon: IconName;
  tone: Tone;
}

/** Nothing to pay: expired, canceled, or not payable yet. */
export function Ended({ state, context, icon, tone }: Props): ComponentChild {
  return h(
    Fragment,
    null,
    h(StatusHeader, { state, context, icon, tone }),
    h(ExitLink, { state, context, to: 'either' }),
  );
}
