import { type ComponentChild, Fragment, h } from 'preact';
import type { IconName } from '../icon.ts';
import type { Setting } from '../setting.ts';
import type { CheckoutState } from '../state.ts';
import { StatusHead, type Tone } from '../status-head.ts';
import { WayOut } from '../way-out.ts';

interface Props {
  state: CheckoutState;
  setting: Setting;
  icon: IconName;
  tone: Tone;
}

/** There is nothing to pay here: expired, cancelled, or not ready yet. The words say which. */
export function Ended({ state, setting, icon, tone }: Props): ComponentChild {
  return h(Fragment, null, h(StatusHead, { state, setting, icon, tone }), h(WayOut, { state, setting, way: 'either' }));
}
