import { type ComponentChild, h } from 'preact';
import { isZero } from './amount.ts';
import { CryptoAmount } from './crypto-amount.ts';
import type { CheckoutState } from './state.ts';
import type { Words } from './words.ts';

export type Fact = 'due' | 'received' | 'arriving' | 'remaining' | 'overpaid';

/** Amounts beside each other, so that a payer can add them up. What is nothing and says nothing is left out. */
export function Facts({
  state,
  words,
  facts,
}: {
  state: CheckoutState;
  words: Words;
  facts: readonly Fact[];
}): ComponentChild {
  const amounts: Record<Fact, string> = {
    due: state.amount_due,
    received: state.amount_received,
    arriving: state.amount_pending,
    remaining: state.amount_remaining,
    overpaid: state.overpaid_by,
  };
  const shown = facts.filter((fact) => fact === 'received' || !isZero(amounts[fact]));
  return h(
    'dl',
    { class: 'facts' },
    shown.map((fact) =>
      h(
        'div',
        { key: fact, class: `fact fact-${fact}` },
        h('dt', null, words[fact]),
        h('dd', null, h(CryptoAmount, { amount: amounts[fact], asset: state.asset })),
      ),
    ),
  );
}
