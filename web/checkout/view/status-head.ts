import { type ComponentChild, h } from 'preact';
import { Icon, type IconName } from './icon.ts';
import { sentencesOf } from './sentences.ts';
import type { Setting } from './setting.ts';
import type { CheckoutState } from './state.ts';

export type Tone = 'calm' | 'good' | 'warn' | 'ended';

interface Props {
  state: CheckoutState | null;
  setting: Setting;
  icon: IconName;
  tone: Tone;
}

/** What has happened, in one title and one sentence. The title can take the focus when what had it is gone. */
export function StatusHead({ state, setting, icon, tone }: Props): ComponentChild {
  const { title, text } = sentencesOf(state, setting.language, setting.locale);
  return h(
    'div',
    { class: `status tone-${tone}` },
    h(Icon, { name: icon }),
    h('div', null, h('h2', { id: 'title', tabIndex: -1 }, title), h('p', null, text)),
  );
}
