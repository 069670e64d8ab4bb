import { type ComponentChild, h } from 'preact';
import { Icon, type IconName } from './icon.ts';
import type { RenderContext } from './render-context.ts';
import { screenText } from './screen-text.ts';
import type { CheckoutState } from './state.ts';

export type Tone = 'calm' | 'good' | 'warn' | 'ended';

interface Props {
  state: CheckoutState | null;
  context: RenderContext;
  icon: IconName;
  tone: Tone;
  /** Whether something else on the screen says what to do. */
  titleOnly?: boolean;
}

/** The screen's title and text. The title can take the focus when the focused element is removed. */
export function StatusHeader({ state, context, icon, tone, titleOnly = false }: Props): ComponentChild {
  const { title, text } = screenText(state, context);
  return h(
    'div',
    { class: `status tone-${tone}` },
    h(Icon, { name: icon }),
    h('div', null, h('h2', { id: 'title', tabIndex: -1 }, title), titleOnly ? null : h('p', null, text)),
  );
}
