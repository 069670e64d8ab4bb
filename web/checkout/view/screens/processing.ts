import { type ComponentChild, Fragment, h } from 'preact';
import { Facts } from '../facts.ts';
import { sentencesOf } from '../sentences.ts';
import type { Setting } from '../setting.ts';
import type { CheckoutState } from '../state.ts';
import { StatusHead } from '../status-head.ts';
import { WayOut } from '../way-out.ts';

/** The money has been seen and no block holds it yet. */
export function Seen({ state, setting }: { state: CheckoutState; setting: Setting }): ComponentChild {
  return h(
    Fragment,
    null,
    h(StatusHead, { state, setting, icon: 'eye', tone: 'calm' }),
    h(Facts, { state, words: setting.language.words, facts: ['due', 'arriving'] }),
    h(WayOut, { state, setting, way: 'return' }),
  );
}

/** Blocks are being counted: n of N. */
export function Confirming({ state, setting }: { state: CheckoutState; setting: Setting }): ComponentChild {
  const { count, required } = state.confirmations ?? { count: 0, required: 1 };
  return h(
    Fragment,
    null,
    h(StatusHead, { state, setting, icon: 'spin', tone: 'calm' }),
    h('progress', {
      value: Math.min(count, required),
      max: Math.max(required, 1),
      'aria-label': sentencesOf(state, setting.language, setting.locale).title,
    }),
    h(Facts, { state, words: setting.language.words, facts: ['due', 'arriving'] }),
    h(WayOut, { state, setting, way: 'return' }),
  );
}
