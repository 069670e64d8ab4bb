import { type ComponentChild, h } from 'preact';
import { isolateLtr } from './amount.ts';
import { CryptoAmount } from './crypto-amount.ts';
import { formatDateTime } from './format-date-time.ts';
import type { RenderContext } from './render-context.ts';
import { webUrl } from './safe-url.ts';
import type { CheckoutState, ReceiptPayment } from './state.ts';

interface Props {
  state: CheckoutState;
  context: RenderContext;
}

/** Whom, when and how the payer paid. The page's own print is the receipt on paper. */
export function Receipt({ state, context }: Props): ComponentChild {
  const { receipt } = state;
  const { messages } = context.language;
  if (!receipt) return null;
  return [
    h(
      'dl',
      { class: 'amount-list' },
      row(messages.paidTo, h('bdi', null, state.merchant.name)),
      receipt.paid_at === null
        ? null
        : row(messages.paidAt, h('bdi', null, formatDateTime(receipt.paid_at, context.locale))),
      receipt.payments.map((payment) => row(messages.transaction, h(Transaction, { payment, context }))),
      receipt.more_payments === 0
        ? null
        : h('div', null, h('dt', null, messages.morePayments(isolateLtr(String(receipt.more_payments))))),
    ),
    h(
      'div',
      { class: 'actions' },
      context.interactive && context.hosted
        ? h('button', { type: 'button', class: 'copy', onClick: context.onPrint }, messages.print)
        : null,
      h('a', { class: 'copy', href: `${context.href.replace(/[?#].*$/, '')}/receipt.pdf` }, messages.pdf),
    ),
  ];
}

const row = (label: string, value: ComponentChild): ComponentChild =>
  h('div', null, h('dt', null, label), h('dd', null, value));

function Transaction({ payment, context }: { payment: ReceiptPayment; context: RenderContext }): ComponentChild {
  const { network_name, tx, amount, asset } = payment;
  const explorer = webUrl(payment.explorer_url);
  return [
    h(CryptoAmount, { amount, asset }),
    ' ',
    h('span', { class: 'badge' }, network_name),
    h('code', { class: 'tx', dir: 'ltr' }, tx),
    explorer === undefined
      ? null
      : h(
          'a',
          { class: 'link', href: explorer, target: '_blank', rel: 'noopener' },
          context.language.messages.explorer,
        ),
  ];
}
