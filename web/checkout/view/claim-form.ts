import { type ComponentChild, h } from 'preact';
import { isolate } from './amount.ts';
import type { Messages } from './messages.ts';
import type { ClaimResult } from './payer-action.ts';
import type { Claim, RenderContext } from './render-context.ts';
import type { CheckoutState } from './state.ts';

/** After these, the payer has nothing to do but wait. */
const CALM = new Set<ClaimResult>(['busy', 'already_counted', 'will_be_counted', 'under_review', 'proven']);

/**
 * Lets a payer look up a payment that is not shown, or prove one that is reviewed. Rendered only where a script can send
 * it. Without a wallet that can sign, a page that was opened during the review says where to prove it.
 */
export function ClaimForm({ state, context }: { state: CheckoutState; context: RenderContext }): ComponentChild {
  const { claim, proof } = context;
  const { messages } = context.language;
  const busy = claim?.result === 'busy' || undefined;
  const isReviewed = state.review_cause !== null;
  const canSign = context.wallets.some(({ signs }) => signs);
  if (isReviewed && !canSign && claim === null) return h(ProveElsewhere, { messages });
  return h(
    'details',
    { class: 'fold' },
    h('summary', null, isReviewed && canSign ? messages.prove : messages.claimTitle),
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
      claim === null
        ? null
        : h('p', { class: `notice notice-${CALM.has(claim.result) ? 'calm' : 'warn'}` }, claimText(claim, messages)),
      proof === null || claim?.result === 'proven' ? null : h(ProofButtons, { context }),
    ),
  );
}

export const claimText = ({ result, network }: Claim, messages: Messages): string =>
  network === undefined ? messages.claims[result] : messages.claimBlind(isolate(network));

/** One button for each wallet that can sign on the network of the claim. */
function ProofButtons({ context }: { context: RenderContext }): ComponentChild {
  const { claim, proof, wallets } = context;
  const { messages } = context.language;
  if (proof === null) return null;
  const busy = claim?.result === 'busy' || undefined;
  const usable = wallets.filter(({ signs, pays }) => signs && pays(`${proof.wallet_chain}`));
  if (usable.length === 0) return h(ProveElsewhere, { messages });
  return usable.map((wallet) =>
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
  );
}

const ProveElsewhere = ({ messages }: { messages: Messages }): ComponentChild =>
  h('p', { class: 'muted small' }, messages.proveElsewhere);
