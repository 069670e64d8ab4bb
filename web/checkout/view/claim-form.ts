import { type ComponentChild, h } from 'preact';
import { isolate } from './amount.ts';
import type { RenderContext } from './render-context.ts';
import type { CheckoutState } from './state.ts';

/** Lets a payer look up a payment that is not shown. Rendered only where a script can send it. */
export function ClaimForm({ state, context }: { state: CheckoutState; context: RenderContext }): ComponentChild {
  const { claim, proof, wallets } = context;
  const { messages } = context.language;
  const busy = claim === 'busy' || undefined;
  return h(
    'details',
    { class: 'fold' },
    h('summary', null, state.review_cause === null ? messages.claimTitle : messages.prove),
    h(
      'form',
      {
        class: 'claim',
        onSubmit: (event: Event) => {
          event.preventDefault();
          const { tx } = (event.currentTarget as HTMLFormElement).elements as unknown as { tx: HTMLInputElement };
          if (!busy) context.onClaim(tx.value);
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
      h('button', { class: 'copy', 'aria-disabled': busy }, messages.claimSubmit),
      claim === null ? null : h('p', { class: 'notice notice-calm' }, messages.claims[claim]),
      proof === null || claim === 'proven'
        ? null
        : wallets
            .filter(({ signs, chains }) => signs && chains.includes(`${proof.wallet_chain}`))
            .map((wallet) =>
              h(
                'button',
                {
                  type: 'button',
                  class: 'button',
                  'aria-disabled': busy,
                  onClick: () => busy || context.onClaim(proof.tx, wallet),
                },
                `${messages.prove}: ${isolate(wallet.name)}`,
              ),
            ),
    ),
  );
}
