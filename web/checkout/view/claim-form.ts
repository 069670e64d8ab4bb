import { type ComponentChild, h } from 'preact';
import type { Setting } from './setting.ts';

/** For who has paid and does not see it. Without a script it could send nothing, so it is not there. */
export function ClaimForm({ setting }: { setting: Setting }): ComponentChild {
  const { claim } = setting;
  const { words } = setting.language;
  return h(
    'details',
    { class: 'fold' },
    h('summary', null, words.claimTitle),
    h(
      'form',
      {
        class: 'claim',
        onSubmit: (event: Event) => {
          event.preventDefault();
          const { tx } = (event.currentTarget as HTMLFormElement).elements as unknown as { tx: HTMLInputElement };
          if (claim !== 'busy') setting.onClaim(tx.value);
        },
      },
      h('label', { class: 'label', for: 'florin-tx' }, words.claimField),
      h('input', {
        id: 'florin-tx',
        name: 'tx',
        dir: 'ltr',
        required: true,
        maxLength: 200,
        autocomplete: 'off',
        spellcheck: false,
      }),
      h('button', { class: 'copy', 'aria-disabled': claim === 'busy' ? 'true' : undefined }, words.claimSend),
      claim === null ? null : h('p', { class: 'notice notice-calm' }, words.claims[claim]),
    ),
  );
}
