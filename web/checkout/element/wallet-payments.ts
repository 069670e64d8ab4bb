import type { Paying } from '../view/render-context.ts';
import type { PaymentOption } from '../view/state.ts';
import { isInProgress, payingText } from '../view/wallet-buttons.ts';
import type { FoundWallet, Outcome } from '../wallets/found-wallet.ts';
import type { Host } from './host.ts';

/** Most payments are seen much sooner. One on Solana can no longer be included in a block after this time; others can. */
const sentTimeoutMs = 90_000;

interface Page {
  /** The number of the last state. */
  sequence: () => number | undefined;
  select: (network: string) => void;
}

/** Pays with browser wallets. */
export class WalletPayments {
  readonly #host: Host;
  readonly #page: Page;
  paying: Paying | null = null;

  constructor(host: Host, page: Page) {
    this.#host = host;
    this.#page = page;
  }

  async pay(wallet: FoundWallet, option: PaymentOption): Promise<void> {
    const { network, wallet_chain: chain } = option;
    if (chain === null || isInProgress(this.paying)) return;
    const asked = this.#show({ step: 'busy' }, wallet, option);
    const sequence = this.#page.sequence();
    const outcome = await wallet.pay({ src: this.#host.src(), network, chain });
    // The payer may have left; then only a payment that was sent after all is news.
    if (this.paying !== asked && outcome.step !== 'sent') return;
    // The server may see the payment before the wallet reports that it was sent.
    if (outcome.step === 'sent' && this.#page.sequence() !== sequence) {
      this.leave();
      return;
    }
    const paying = this.#show(outcome, wallet, option);
    if (paying.step !== 'sent') return;
    setTimeout(() => {
      if (this.paying === paying) this.#show({ step: 'unseen' }, wallet, option);
    }, sentTimeoutMs);
  }

  leave(): void {
    this.paying = null;
    this.#host.render();
  }

  /** The state has changed, so stop waiting for the transaction that was sent. */
  onChange(): void {
    if (this.paying?.step === 'sent') this.paying = null;
  }

  #show(outcome: Outcome, wallet: FoundWallet, option: PaymentOption): Paying {
    const paying: Paying = { ...outcome, wallet: wallet.name, network: option.network };
    const { title, text } = payingText(paying, option, this.#host.messages());
    this.paying = paying;
    this.#page.select(option.network);
    this.#host.announce(`${title}. ${text}`);
    return paying;
  }
}
