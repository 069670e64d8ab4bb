import { type ComponentChild, Fragment, h } from 'preact';
import { PayBlock } from '../pay-block.ts';
import type { Setting } from '../setting.ts';
import type { CheckoutState } from '../state.ts';
import { StatusHead } from '../status-head.ts';
import { secondsLeft } from '../timer.ts';
import { WayOut } from '../way-out.ts';

/** Money is awaited and nothing has come yet. Where to send it may not be known yet either: the words say which. */
export function Awaiting({ state, setting }: { state: CheckoutState; setting: Setting }): ComponentChild {
  return h(
    Fragment,
    null,
    h(StatusHead, { state, setting, icon: 'wait', tone: 'calm' }),
    h(PayBlock, { state, setting, heading: setting.language.words.sendExactly }),
    h(WayOut, { state, setting, way: 'cancel' }),
  );
}

/** The network cannot be read, so a payment may have been made unseen. How to pay is there only for who asks for it. */
export function Delayed({ state, setting }: { state: CheckoutState; setting: Setting }): ComponentChild {
  const { words } = setting.language;
  const open = state.options.length > 0 && secondsLeft(state, setting.now) > 0;
  return h(
    Fragment,
    null,
    h(StatusHead, { state, setting, icon: 'warn', tone: 'warn' }),
    open
      ? h(
          'details',
          { class: 'fold' },
          h('summary', null, words.notPaidYet),
          h(PayBlock, { state, setting, heading: words.sendExactly }),
        )
      : null,
    h(WayOut, { state, setting, way: 'cancel' }),
  );
}
