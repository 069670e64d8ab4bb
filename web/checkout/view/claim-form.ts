import { type ComponentChild, h } from 'preact';
import type { RenderContext } from './render-context.ts';

/** Lets a payer look up a payment that is not shown. Rendered only where a script can send it. */
export function ClaimForm({ context }: { context: RenderContext }): ComponentChild {
  const { claim } = context;
  const { messages } = context.language;
  return h(
    'details',
    { class: 'fold' },
    h('summary', null, messages.claimTitle),
    h(
      'form',
      {
        class: 'claim',
        onSubmit: (event: Event) => {
          event.preventDefault();
          const { tx } = (event.currentTarget as HTMLFormElement).elements as unknown as { tx: HTMLInputElement };
          if (claim !== 'busy') context.onClaim(tx.value);
        },
      },
      h('label', { class: 'label', for: 'florin-tx' }, messages.claimField),
      h('input', {
        id: 'florin-tx',
        name: 'tx',
        dir: 'ltr',
        required: true,
        maxLength: 200,
        autocomplete: 'off',
        spellcheck: false,
      }),
      h('button', { class: 'copy', 'aria-disabled': claim === 'busy' ? 'true' : undefined }, messages.claimSubmit),
      claim === null ? null : h('p', { class: 'notice notice-calm' }, messages.claims[claim]),
    ),
  );
}
