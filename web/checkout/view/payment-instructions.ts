import { type ComponentChild, h } from 'preact';
import { isolate, isolateLtr } from './amount.ts';
import { CryptoAmount } from './crypto-amount.ts';
import { Facts } from './facts.ts';
import { Icon } from './icon.ts';
import { isAddressOnly, ManualPanel } from './manual-panel.ts';
import { Qr } from './qr.ts';
import type { RenderContext } from './render-context.ts';
import { walletUrl } from './safe-url.ts';
import { unpayableText } from './screen-text.ts';
import { isBlind, selectScreen } from './select-screen.ts';
import { SIMULATED, SimulatePanel } from './simulate-panel.ts';
import type { CheckoutState, PaymentOption } from './state.ts';
import { Timer } from './timer.ts';
import { isInProgress, usableWallets, WalletButtons } from './wallet-buttons.ts';

interface Props {
  state: CheckoutState;
  context: RenderContext;
  heading: string;
}

/** How to pay. */
export function PaymentInstructions({ state, context, heading }: Props): ComponentChild {
  if (!state.payable) return h('p', { class: 'notice notice-warn' }, unpayableText(state, context));
  const [first, ...others] = state.options;
  if (first === undefined) return h(Pending, { state, context, heading });
  return h(
    'div',
    { class: 'pay' },
    h(Timer, { state, context }),
    others.length === 0
      ? [h(BlindNotice, { option: first, state, context }), h(Option, { option: first, state, context, heading })]
      : h(Networks, { state, context, heading }),
  );
}

/**
 * Native radio buttons: the stylesheet shows the selected option, so it also works without a script. A browser without
 * `:has()` shows all options.
 */
function Networks({ state, context, heading }: Props): ComponentChild {
  const { options } = state;
  const selected = options.find(({ network }) => network === context.network) ?? options[0];
  return h(
    'fieldset',
    { class: 'networks' },
    h('legend', { class: 'label' }, context.language.messages.chooseNetwork),
    options.map((option) =>
      h(
        'div',
        { key: option.network, class: 'network' },
        h(
          'label',
          { class: 'choice' },
          h('input', {
            type: 'radio',
            name: 'florin-network',
            value: option.network,
            checked: option === selected,
            // The code of another network would ask for the same money.
            disabled: isInProgress(context.paying) && option !== selected,
            onChange: () => context.onNetwork(option.network),
          }),
          h('span', { class: 'badge' }, option.network_name),
          h(CryptoAmount, { amount: option.amount, asset: option.asset }),
        ),
        h(BlindNotice, { option, state, context }),
        h(Option, { option, state, context, heading }),
      ),
    ),
  );
}

interface NoticeProps {
  option: PaymentOption;
  state: CheckoutState;
  context: RenderContext;
}

/** Says that payments on this network cannot be seen, unless the screen already says so of all of them. */
function BlindNotice({ option, state, context }: NoticeProps): ComponentChild {
  if (!isBlind(option) || selectScreen(state, context.now) === 'delayed') return null;
  return h(
    'div',
    { class: 'notice notice-warn', 'data-notice': 'blind' },
    h(Icon, { name: 'warn' }),
    h('p', null, context.language.messages.blind(isolate(option.network_name))),
  );
}

interface AmountProps {
  heading: string;
  amount: string;
  asset: string;
}

function Amount({ heading, amount, asset }: AmountProps): ComponentChild {
  return h(
    'div',
    { class: 'field field-amount' },
    h('span', { class: 'label' }, heading),
    h('span', { class: 'value' }, h(CryptoAmount, { amount, asset })),
  );
}

/** What is known so far, and a placeholder of the QR code's size, so that the layout does not shift. */
function Pending({ state, context, heading }: Props): ComponentChild {
  const { messages } = context.language;
  return h(
    'div',
    { class: 'option' },
    h(Amount, { heading, amount: state.amount_remaining, asset: state.asset }),
    h(Facts, { state, context }),
    h(
      'div',
      { class: 'qr-frame' },
      h(
        'div',
        { class: 'qr-placeholder' },
        h('p', { class: 'muted small' }, messages.qrPlaceholder),
        context.interactive && !context.lost
          ? null
          : h('a', { class: 'link', href: context.href, target: '_top' }, messages.openPage),
      ),
    ),
  );
}

/** A wallet in the browser is the shorter way, so beside one the link is secondary. */
function WalletLink({ option, context }: { option: PaymentOption; context: RenderContext }): ComponentChild {
  const { messages } = context.language;
  const wallet = option.uri === null ? undefined : walletUrl(option.uri);
  if (wallet === undefined) return null;
  const target = context.framed ? '_top' : undefined;
  const hasOther = usableWallets(option, context).length > 0;
  return [
    h(
      'a',
      { class: hasOther ? 'button plain' : 'button', href: wallet, target },
      hasOther ? messages.openOtherWallet : messages.openWallet,
    ),
    h('p', { class: 'muted small' }, messages.noWallet),
  ];
}

function Option({ option, state, context, heading }: Props & { option: PaymentOption }): ComponentChild {
  const { messages } = context.language;
  const { network, network_name, asset, amount, exact } = option;
  // While a wallet pays, nothing else asks for the same money.
  const isPaying = context.paying?.network === network;
  return h(
    'div',
    { class: 'option' },
    h(Amount, { heading: exact && !isPaying ? messages.sendExactly : heading, amount, asset }),
    h(Facts, { state, context, network: network_name }),
    h(
      'div',
      { class: 'ways' },
      h(WalletButtons, { state, option, context }),
      isPaying || network === SIMULATED ? null : h(WalletLink, { option, context }),
      network === SIMULATED ? h(SimulatePanel, { state, context }) : null,
    ),
    isPaying ? null : h(Code, { option, context }),
    isPaying ? null : h(ManualPanel, { option, context }),
  );
}

/** The QR code, and what it does not say. */
function Code({ option, context }: { option: PaymentOption; context: RenderContext }): ComponentChild {
  const { messages } = context.language;
  const { network_name, asset, amount, uri, exact } = option;
  const text = option.qr ?? uri;
  if (text === null)
    return usableWallets(option, context).length > 0
      ? null
      : h('p', { class: 'notice notice-warn' }, messages.walletOnly);
  const network = isolate(network_name);
  const addressOnly = isAddressOnly(option);
  return h(
    'div',
    { class: 'code' },
    exact
      ? h(
          'p',
          { class: 'notice notice-warn' },
          `${messages.manualExact} ${messages.onlyThis(isolateLtr(asset), network)}`,
        )
      : null,
    h(
      'div',
      { class: 'qr-frame' },
      h(Qr, {
        text,
        label: addressOnly ? messages.qrAddress(network) : messages.qr(isolateLtr(`${amount} ${asset}`), network),
      }),
      addressOnly ? h('p', { class: 'muted small' }, messages.qrAddressOnly) : null,
    ),
  );
}
