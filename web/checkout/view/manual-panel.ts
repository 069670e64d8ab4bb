import { type ComponentChild, h } from 'preact';
import { isolate, isolateLtr } from './amount.ts';
import { CopyButton } from './copy-button.ts';
import { CryptoAmount } from './crypto-amount.ts';
import type { CopyKind } from './payer-action.ts';
import type { RenderContext } from './render-context.ts';
import type { PaymentOption } from './state.ts';

interface Props {
  option: PaymentOption;
  context: RenderContext;
}

/**
 * How to pay without the link or the QR code. It is the only place with an address, because an address must never appear
 * beside an amount that could not be matched.
 */
export function ManualPanel({ option, context }: Props): ComponentChild {
  const { network_name, asset, manual } = option;
  const { messages } = context.language;
  if (!manual) return null;
  const { address, amount } = manual;
  const field = (kind: CopyKind, label: string, value: string, children: ComponentChild) =>
    h(Field, { kind, label, value, network: option.network, context }, children);
  return h(
    'details',
    { class: 'fold manual' },
    h('summary', null, messages.manual),
    h(
      'div',
      { class: 'pay' },
      field('network', messages.network, network_name, h('span', { class: 'badge' }, network_name)),
      field('address', messages.address, address, h('code', { class: 'address', dir: 'ltr' }, address)),
      field('amount', messages.sendExactly, amount, h(CryptoAmount, { amount, asset })),
      h(
        'p',
        { class: 'notice notice-calm' },
        [messages.manualExact, amount === option.amount ? '' : messages.manualDiffers, messages.manualFee]
          .filter(Boolean)
          .join(' '),
      ),
      h('p', { class: 'muted small' }, messages.onlyThis(isolateLtr(asset), isolate(network_name))),
    ),
  );
}

interface FieldProps {
  kind: CopyKind;
  label: string;
  value: string;
  network: string;
  context: RenderContext;
  /** The value as it is shown. */
  children?: ComponentChild;
}

function Field({ kind, label, value, network, context, children }: FieldProps): ComponentChild {
  return h(
    'div',
    { class: 'field' },
    h('span', { class: 'label' }, label),
    h('span', { class: 'value' }, children, h(CopyButton, { kind, network, value, context })),
  );
}
