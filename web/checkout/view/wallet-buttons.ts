import { type ComponentChild, h } from 'preact';
import { isolate, isolateLtr } from './amount.ts';
import { formatMessage, type Messages, type WalletValues } from './messages.ts';
import type { Paying, RenderContext, WalletChoice } from './render-context.ts';
import type { CheckoutState, PaymentOption } from './state.ts';

interface Props {
  state: CheckoutState;
  option: PaymentOption;
  context: RenderContext;
}

/** Buttons for browser wallets, which can be reached only by a script and outside of a frame. */
export function WalletButtons({ state, option, context }: Props): ComponentChild {
  const { language, interactive, framed, paying } = context;
  const { messages } = language;
  if (option.wallet_chain === null || !interactive) return null;
  if (framed) return h('p', { class: 'muted small' }, messages.walletFramed);
  const usable = usableWallets(option, context);
  if (usable.length === 0) return null;
  const busy = isInProgress(paying);
  return h(
    'div',
    { class: 'wallets' },
    usable.map((wallet) =>
      h(
        'button',
        {
          type: 'button',
          class: 'button',
          // A disabled button would lose the focus.
          'aria-disabled': busy ? 'true' : undefined,
          onClick: () => busy || context.onPay(wallet, option),
        },
        wallet.icon === undefined
          ? null
          : h('img', { src: wallet.icon, alt: '', width: 24, height: 24, onError: hide }),
        messages.payWith(isolate(wallet.name)),
      ),
    ),
    paying?.network === option.network ? h(Progress, { paying, state, option, context }) : null,
  );
}

export const usableWallets = (
  { wallet_chain: chain }: PaymentOption,
  { wallets }: Pick<RenderContext, 'wallets'>,
): readonly WalletChoice[] => (chain === null ? [] : wallets.filter(({ pays }) => pays(chain)));

/** What the wallet does or why it did not pay, and the way back: a wallet may never answer. */
function Progress({ paying, state, option, context }: Props & { paying: Paying }): ComponentChild {
  const { messages } = context.language;
  const { title, text } = payingText(paying, option, messages);
  return [
    h(
      'p',
      { class: isInProgress(paying) ? 'notice notice-calm' : 'notice notice-warn' },
      h('span', null, h('b', null, title), ' ', text),
    ),
    h(WayBack, { paying, state, option, context }),
  ];
}

/** Where this wallet is the only way to pay, its own button is the next attempt, unless it never answers. */
function WayBack({ paying, state, option, context }: Props & { paying: Paying }): ComponentChild {
  const { payAnotherWay, startOver } = context.language.messages;
  const isOnlyWay = state.options.length === 1 && option.uri === null && usableWallets(option, context).length === 1;
  if (paying.step === 'sent' || (isOnlyWay && paying.step !== 'busy')) return null;
  const text = isOnlyWay ? startOver : payAnotherWay;
  return h('button', { type: 'button', class: 'copy', onClick: context.onLeaveWallet }, text);
}

/** Whether another click could pay twice. */
export const isInProgress = (paying: Paying | null): boolean => paying?.step === 'busy' || paying?.step === 'sent';

export function payingText(
  { step, wallet, detail }: Paying,
  { network_name, asset, coin = asset }: PaymentOption,
  messages: Messages,
): { title: string; text: string } {
  const { title, text } = messages.walletSteps[step];
  const values: WalletValues = {
    wallet: isolate(wallet),
    network: isolate(network_name),
    asset: isolateLtr(asset),
    coin: isolateLtr(coin),
  };
  const said = formatMessage(text, values);
  return { title: formatMessage(title, values), text: detail === undefined ? said : `${isolate(detail)} ${said}` };
}

/** A merchant's content security policy may block the icon; the name is enough. */
function hide({ currentTarget }: { currentTarget: HTMLImageElement }): void {
  currentTarget.hidden = true;
}
