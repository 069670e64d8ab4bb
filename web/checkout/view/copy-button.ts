import { type ComponentChild, h } from 'preact';
import { Icon } from './icon.ts';
import type { CopyKind } from './payer-action.ts';
import type { RenderContext } from './render-context.ts';

interface Props {
  kind: CopyKind;
  network: string;
  value: string;
  context: RenderContext;
}

/** Rendered only where a script can copy. */
export function CopyButton({ kind, network, value, context }: Props): ComponentChild {
  const { messages } = context.language;
  if (!context.interactive) return null;
  const done = context.copied === `${kind} ${network}`;
  return h(
    'button',
    { type: 'button', class: 'copy', 'data-copy': kind, onClick: () => context.onCopy(kind, network, value) },
    h(Icon, { name: done ? 'check' : 'copy' }),
    done ? messages.copied : messages.copy,
    h('span', { class: 'sr' }, ` ${messages.copyKinds[kind]}`),
  );
}
