import { type ComponentChild, h } from 'preact';
import { isolate, isolateLtr } from './amount.ts';
import { CopyButton } from './copy-button.ts';
import { CryptoAmount } from './crypto-amount.ts';
import { Qr } from './qr.ts';
import { walletUrl } from './safe-url.ts';
import { unpayableText } from './sentences.ts';
import type { Setting } from './setting.ts';
import type { CheckoutState, PaymentOption } from './state.ts';
import { secondsLeft, Timer } from './timer.ts';
import { Wallets } from './wallets.ts';

interface Props {
  state: CheckoutState;
  setting: Setting;
  heading: string;
}

/**
 * How to pay. When the time is over by the server's clock nothing is offered any more, even before the server has said
 * so.
 */
export function PayBlock({ state, setting, heading }: Props): ComponentChild {
  const { words } = setting.language;
  if (secondsLeft(state, setting.now) === 0) return h('p', { class: 'notice notice-warn' }, words.timeUp);
  if (!state.payable)
    return h('p', { class: 'notice notice-warn' }, unpayableText(state, setting.language, setting.locale));
  const [first, ...others] = state.options;
  if (first === undefined) return h(Pending, { state, setting, heading });
  return h(
    'div',
    { class: 'pay' },
    h(Timer, { state, setting }),
    others.length === 0
      ? h(Option, { option: first, setting, heading })
      : h(Networks, { options: state.options, setting, heading }),
  );
}

/**
 * A group of the browser's own radio buttons: the stylesheet shows what belongs to the chosen one, so that it works
 * without a script too. A browser that cannot do that shows all of them.
 */
function Networks({
  options,
  setting,
  heading,
}: {
  options: readonly PaymentOption[];
  setting: Setting;
  heading: string;
}): ComponentChild {
  const chosen = options.find(({ network }) => network === setting.network) ?? options[0];
  return h(
    'fieldset',
    { class: 'networks' },
    h('legend', { class: 'label' }, setting.language.words.chooseNetwork),
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
            checked: option === chosen,
            onChange: () => setting.onNetwork(option.network),
          }),
          h('span', { class: 'badge' }, option.network_name),
          h(CryptoAmount, { amount: option.amount, asset: option.asset }),
        ),
        h(Option, { option, setting, heading }),
      ),
    ),
  );
}

interface AmountProps {
  heading: string;
  amount: string;
  asset: string;
  /** What can be done with it. */
  children?: ComponentChild;
}

function Amount({ heading, amount, asset, children }: AmountProps): ComponentChild {
  return h(
    'div',
    { class: 'field field-amount' },
    h('span', { class: 'label' }, heading),
    h('span', { class: 'value' }, h(CryptoAmount, { amount, asset }), children),
  );
}

/** What is known already, and the place where the code will be: as large as the code, so that nothing moves then. */
function Pending({ state, setting, heading }: Props): ComponentChild {
  const { words } = setting.language;
  return h(
    'div',
    { class: 'option' },
    h(Amount, { heading, amount: state.amount_remaining, asset: state.asset }),
    h(
      'div',
      { class: 'qr-frame' },
      h(
        'div',
        { class: 'qr-place' },
        h('p', { class: 'muted small' }, words.codePlace),
        setting.live && !setting.lost
          ? null
          : h('a', { class: 'link', href: setting.href, target: '_top' }, words.openPage),
      ),
    ),
  );
}

function Option({
  option,
  setting,
  heading,
}: {
  option: PaymentOption;
  setting: Setting;
  heading: string;
}): ComponentChild {
  const { words } = setting.language;
  const { network, network_name, asset, amount, address, uri } = option;
  const wallet = walletUrl(uri);
  const shown = isolateLtr(`${amount} ${asset}`);
  return h(
    'div',
    { class: 'option' },
    h(Amount, { heading, amount, asset }, h(CopyButton, { kind: 'amount', network, value: amount, setting })),
    h(
      'p',
      { class: 'on-network' },
      h('span', { class: 'sr' }, `${words.network}: `),
      h('span', { class: 'badge' }, network_name),
    ),
    h('div', { class: 'qr-frame' }, h(Qr, { text: uri, label: words.qr(shown, isolate(network_name)) })),
    h(Wallets, { option, setting }),
    wallet === undefined
      ? null
      : h('a', { class: 'button', href: wallet, target: setting.framed ? '_top' : undefined }, words.openWallet),
    h(
      'div',
      { class: 'field' },
      h('span', { class: 'label' }, words.address),
      h(
        'span',
        { class: 'value' },
        h('code', { class: 'address', dir: 'ltr' }, address),
        h(CopyButton, { kind: 'address', network, value: address, setting }),
      ),
    ),
    h('p', { class: 'muted small' }, words.onlyThis(isolateLtr(asset), isolate(network_name))),
  );
}
