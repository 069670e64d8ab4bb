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
 * beside an amount that could not be matched. It is folded where the code says everything.
 */
export function ManualPanel({ option, context }: Props): ComponentChild {
  const { network_name, asset, manual, exact } = option;
  const { messages } = context.language;
  if (!manual) return null;
  const { address, amount } = manual;
  const field = (kind: CopyKind, label: string, value: string, children: ComponentChild) =>
    h(Field, { kind, label, value, network: option.network, context }, children);
  const differs = exact || amount !== option.amount ? [messages.manualDiffers] : [];
  // Beside an exact amount, the code already says that and where it must be sent.
  const notice = [...(exact ? [] : [messages.manualExact]), ...differs, messages.manualFee].join(' ');
  const fields = h(
    'div',
    { class: 'pay' },
    field('network', messages.network, network_name, h('span', { class: 'badge' }, network_name)),
    field('address', messages.address, address, h('code', { class: 'address', dir: 'ltr' }, address)),
    field('amount', messages.sendExactly, amount, h(CryptoAmount, { amount, asset })),
    h('p', { class: 'notice notice-calm' }, notice),
    exact ? null : h('p', { class: 'muted small' }, messages.onlyThis(isolateLtr(asset), isolate(network_name))),
  );
  if (exact || isAddressOnly(option)) return h('div', { class: 'manual' }, fields);
  return h('details', { class: 'fold manual' }, h('summary', null, messages.manual), fields);
}

/** Whether the payer has to enter the amount after scanning the code. */
export const isAddressOnly = ({ qr, address }: PaymentOption): boolean => qr === address;

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
