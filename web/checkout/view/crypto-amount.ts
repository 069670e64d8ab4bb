import { type ComponentChild, h } from 'preact';

/** A crypto amount exactly as it must be sent: Western digits, left to right in every language. */
export function CryptoAmount({ amount, asset }: { amount: string; asset: string }): ComponentChild {
  return h('bdi', { class: 'amount', dir: 'ltr' }, amount, ' ', h('span', { class: 'asset' }, asset));
}
