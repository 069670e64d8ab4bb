import { type ComponentChild, h } from 'preact';
import { isolate } from './amount.ts';
import { webUrl } from './safe-url.ts';
import type { Setting } from './setting.ts';
import type { CheckoutState } from './state.ts';

interface Props {
  state: CheckoutState;
  setting: Setting;
  /** Where the way leads: on with the order, or back without it. */
  way: 'return' | 'cancel' | 'either';
  main?: boolean;
}

/** The way back to the shop, in the whole window: nobody wants the shop inside its own frame. */
export function WayOut({ state, setting, way, main = false }: Props): ComponentChild {
  const { words } = setting.language;
  const back = webUrl(state.return_url);
  const cancel = webUrl(state.cancel_url);
  const href = way === 'return' ? back : way === 'cancel' ? cancel : (cancel ?? back);
  if (href === undefined) return null;
  const merchant = isolate(state.merchant.name);
  return h(
    'a',
    { class: main ? 'button' : 'link', href, target: '_top' },
    way === 'cancel' ? words.cancelBack(merchant) : words.back(merchant),
  );
}
