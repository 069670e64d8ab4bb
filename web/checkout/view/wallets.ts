import { type ComponentChild, h } from 'preact';
import { isolate } from './amount.ts';
import type { Paying, Setting } from './setting.ts';
import type { PaymentOption } from './state.ts';
import type { Words } from './words.ts';

/** Buttons for the wallets of this browser. Without a script, or inside a frame, none can be reached. */
export function Wallets({ option, setting }: { option: PaymentOption; setting: Setting }): ComponentChild {
  const { language, live, framed, wallets, paying } = setting;
  const { words } = language;
  const chain = option.wallet_chain;
  if (chain === null || !live) return null;
  if (framed) return h('p', { class: 'muted small' }, words.walletFramed);
  const usable = wallets.filter(({ chains }) => chains.includes(chain));
  if (usable.length === 0) return null;
  const waits = isUnderWay(paying);
  return h(
    'div',
    { class: 'wallets' },
    usable.map((wallet) =>
      h(
        'button',
        {
          type: 'button',
          class: 'button',
          // Disabled, it would lose the focus.
          'aria-disabled': waits ? 'true' : undefined,
          onClick: () => waits || setting.onPay(wallet, option),
        },
        wallet.icon === undefined
          ? null
          : h('img', { src: wallet.icon, alt: '', width: 24, height: 24, onError: hide }),
        words.payWith(isolate(wallet.name)),
      ),
    ),
    paying?.network === option.network
      ? h('p', { class: waits ? 'notice notice-calm' : 'notice notice-warn' }, payingText(paying, words))
      : null,
  );
}

/** Whether a second payment could be made by mistake. */
export const isUnderWay = (paying: Paying | null): boolean => paying?.step === 'busy' || paying?.step === 'sent';

export function payingText({ step, wallet, detail }: Paying, words: Words): string {
  if (step === 'busy') return words.walletBusy(isolate(wallet));
  if (step === 'sent') return words.walletSent;
  return detail === undefined ? words.walletErrors[step] : `${words.walletErrors[step]} ${isolate(detail)}`;
}

/** A merchant's page may forbid pictures from elsewhere; the name is enough then. */
function hide({ currentTarget }: { currentTarget: HTMLImageElement }): void {
  currentTarget.hidden = true;
}
