import { type ComponentChild, h } from 'preact';
import { formatFiat } from './format-fiat.ts';
import type { RenderContext } from './render-context.ts';
import { imageUrl } from './safe-url.ts';
import type { CheckoutItem, CheckoutState } from './state.ts';

interface Props {
  state: CheckoutState;
  context: RenderContext;
}

/** The merchant and the total. */
export function Summary({ state, context }: Props): ComponentChild {
  const logo = imageUrl(state.merchant.logo_url);
  return h(
    'div',
    { class: 'summary' },
    h(
      'p',
      { class: 'merchant' },
      logo === undefined
        ? h('span', { class: 'logo initial', 'aria-hidden': 'true' }, initialOf(state.merchant.name))
        : h('img', { class: 'logo', src: logo, alt: '', width: 40, height: 40, referrerpolicy: 'no-referrer' }),
      h('bdi', { class: 'name' }, state.merchant.name),
    ),
    h(
      'div',
      { class: 'sum' },
      h('p', { class: 'label' }, context.language.messages.total),
      h('p', { class: 'total' }, h(Fiat, { amount: state.total_amount, state, context })),
    ),
    state.description === null ? null : h('p', { class: 'muted' }, h('bdi', null, state.description)),
  );
}

/** The first character including its combining marks, so that it does not render as a box. */
function initialOf(name: string): string {
  return /^\p{L}\p{M}*|^\p{N}/u.exec(name.trim())?.[0] ?? '•';
}

/** The items, with unit prices where known. */
export function Order({ state, context }: Props): ComponentChild {
  const { messages } = context.language;
  if (state.items.length === 0 && state.tax_amount === 0 && state.order_id === null) return null;
  return h(
    'div',
    { class: 'order' },
    h('h3', { class: 'label' }, messages.order),
    state.items.length === 0
      ? null
      : h(
          'ul',
          null,
          state.items.map((item, at) => h(Item, { key: at, item, state, context })),
        ),
    state.tax_amount === 0
      ? null
      : h(
          'p',
          { class: 'row muted' },
          h('span', null, messages.tax(`\u2066${state.tax_percent}%\u2069`)),
          h(Fiat, { amount: state.tax_amount, state, context }),
        ),
    state.order_id === null
      ? null
      : h('p', { class: 'row muted' }, h('span', null, messages.orderNumber), h('bdi', null, state.order_id)),
  );
}

function Item({ item, state, context }: Props & { item: CheckoutItem }): ComponentChild {
  return h(
    'li',
    { class: 'row' },
    h('span', null, h('bdi', null, item.name)),
    h(
      'bdi',
      { class: 'price', dir: 'ltr' },
      `${item.quantity} ×`,
      item.unit_amount === null ? null : ' ',
      item.unit_amount === null ? null : h(Fiat, { amount: item.unit_amount, state, context }),
    ),
  );
}

function Fiat({ amount, state, context }: Props & { amount: number }): ComponentChild {
  return h('bdi', { dir: 'ltr' }, formatFiat(amount, state.currency_exponent, state.currency, context.locale));
}
