import { type ComponentChild, h } from 'preact';
import { formatDeadline } from './format-date-time.ts';
import type { RenderContext } from './render-context.ts';
import type { CheckoutState } from './state.ts';

interface Props {
  state: CheckoutState;
  context: RenderContext;
  /** Unknown before the payer has opened the checkout. */
  network?: string;
}

/** What a payer checks before paying: the rate, the network, the deadline, and that an exchange takes more. */
export function Facts({ state, context, network }: Props): ComponentChild {
  const { locale, now, interactive } = context;
  const { messages } = context.language;
  const deadline = formatDeadline(state.expires_at, locale, now, interactive ? undefined : 'UTC');
  return [
    h(
      'dl',
      { class: 'facts' },
      state.exchange_rate ? row('rate', messages.rate, h('bdi', { dir: 'ltr' }, state.exchange_rate)) : null,
      network === undefined ? null : row('on-network', messages.network, h('span', { class: 'badge' }, network)),
      row('deadline', messages.payBy, h('time', { dateTime: state.expires_at }, h('bdi', null, deadline))),
    ),
    h('p', { class: 'muted small' }, messages.exchangeFee),
  ];
}

const row = (name: string, label: string, value: ComponentChild): ComponentChild =>
  h('div', { class: name }, h('dt', null, label), h('dd', null, value));
