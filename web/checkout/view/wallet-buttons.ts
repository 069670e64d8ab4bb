import { type ComponentChild, h } from 'preact';
import { isolate } from './amount.ts';
import type { Messages } from './messages.ts';
import type { Paying, RenderContext } from './render-context.ts';
import type { PaymentOption } from './state.ts';

/** Buttons for browser wallets, which can be reached only by a script and outside of a frame. */
export function WalletButtons({ option, context }: { option: PaymentOption; context: RenderContext }): ComponentChild {
  const { language, interactive, framed, wallets, paying } = context;
  const { messages } = language;
  const chain = option.wallet_chain;
  if (chain === null || !interactive) return null;
  if (framed) return h('p', { class: 'muted small' }, messages.walletFramed);
  const usable = wallets.filter(({ chains }) => chains.includes(chain));
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
    paying?.network === option.network
      ? h('p', { class: busy ? 'notice notice-calm' : 'notice notice-warn' }, payingText(paying, messages))
      : null,
  );
}

/** Whether another click could pay twice. */
export const isInProgress = (paying: Paying | null): boolean => paying?.step === 'busy' || paying?.step === 'sent';

export function payingText({ step, wallet, detail }: Paying, messages: Messages): string {
  if (step === 'busy') return messages.walletBusy(isolate(wallet));
  if (step === 'sent') return messages.walletSent;
  return detail === undefined ? messages.walletErrors[step] : `${messages.walletErrors[step]} ${isolate(detail)}`;
}

/** A merchant's content security policy may block the icon; the name is enough. */
function hide({ currentTarget }: { currentTarget: HTMLImageElement }): void {
  currentTarget.hidden = true;
}
