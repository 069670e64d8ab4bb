import { type ComponentChild, h } from 'preact';
import { Icon } from './icon.ts';
import type { CopyKind, Setting } from './setting.ts';

interface Props {
  kind: CopyKind;
  network: string;
  value: string;
  setting: Setting;
}

/** Without a script it could do nothing, so it is not there. */
export function CopyButton({ kind, network, value, setting }: Props): ComponentChild {
  const { words } = setting.language;
  if (!setting.live) return null;
  const done = setting.copied === `${kind} ${network}`;
  return h(
    'button',
    { type: 'button', class: 'copy', 'data-copy': kind, onClick: () => setting.onCopy(kind, network, value) },
    h(Icon, { name: done ? 'check' : 'copy' }),
    done ? words.copied : words.copy,
    h('span', { class: 'sr' }, ` ${kind === 'amount' ? words.copyAmount : words.copyAddress}`),
  );
}
