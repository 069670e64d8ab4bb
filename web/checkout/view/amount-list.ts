import { type ComponentChild, h } from 'preact';
import { isZero } from './amount.ts';
import { CryptoAmount } from './crypto-amount.ts';
import type { Messages } from './messages.ts';
import type { CheckoutState } from './state.ts';

export type AmountName = 'due' | 'received' | 'pending' | 'overpaid';

/** Amounts side by side, so that a payer can compare them. Zero amounts are left out, except the received one. */
export function AmountList({
  state,
  messages,
  show,
}: {
  state: CheckoutState;
  messages: Messages;
  show: readonly AmountName[];
}): ComponentChild {
  const amounts: Record<AmountName, string> = {
    due: state.amount_due,
    received: state.amount_received,
    pending: state.amount_pending,
    overpaid: state.overpaid_by,
  };
  const names = show.filter((name) => name === 'received' || !isZero(amounts[name]));
  return h(
    'dl',
    { class: 'amount-list' },
    names.map((name) =>
      h(
        'div',
        { key: name, class: `row-${name}` },
        h('dt', null, messages[name]),
        h('dd', null, h(CryptoAmount, { amount: amounts[name], asset: state.asset })),
      ),
    ),
  );
}
