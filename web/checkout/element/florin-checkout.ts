import { h, hydrate, render } from 'preact';
import { chooseLanguage } from '../text/choose-language.ts';
import { accentSheet } from '../view/accent-sheet.ts';
import { CheckoutView } from '../view/checkout-view.ts';
import { claimText } from '../view/claim-form.ts';
import { formatMessage } from '../view/messages.ts';
import type { ClaimResult, CopyKind } from '../view/payer-action.ts';
import type { Claim, Paying, ProofRequest, Reading, RenderContext, WalletChoice } from '../view/render-context.ts';
import { announcementText, messageValues } from '../view/screen-text.ts';
import type { CheckoutState, PaymentOption } from '../view/state.ts';
import { showsTimer } from '../view/timer.ts';
import { isInProgress, payingText } from '../view/wallet-buttons.ts';
import type { FoundWallet, Outcome } from '../wallets/found-wallet.ts';
import { copyText } from './copy-text.ts';
import { followIntent, type Subscription, type Transport } from './follow-intent.ts';
import { linkStyle } from './link-style.ts';
import { notifyPage } from './notify-page.ts';
import { postJson } from './post-json.ts';
import { readState } from './read-state.ts';
import { provideWallets, searchWallets } from './search-wallets.ts';

const copiedMs = 2_000;
/** Most payments are seen much sooner. One on Solana can no longer be included in a block after this time; others can. */
const sentTimeoutMs = 90_000;

const browser: Transport = {
  openStream: (url) => new EventSource(url),
  fetchStatus: (url, timeoutMs) =>
    fetch(url, {
      headers: { accept: 'application/json' },
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.timeout(timeoutMs),
    }),
};

interface ClaimResponse {
  result?: ClaimResult;
  /** The network that cannot be reached. */
  network?: string;
  proof?: (Omit<ProofRequest, 'tx'> & { proven: boolean }) | null;
}

/**
 * `<florin-checkout src="https://host/<public_key>/checkout/<id>">`. It renders the same view as the server, takes over
 * the declarative shadow root, and keeps it up to date. It stores nothing and sends requests to `src` only.
 */
class FlorinCheckout extends HTMLElement {
  static readonly provideWallets = provideWallets;
  #root: ShadowRoot = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
  #mount: Element | null = null;
  #accent = new CSSStyleSheet();
  #subscription: Subscription | null = null;
  #tick: ReturnType<typeof setInterval> | undefined;
  /** `undefined` before the first state; `null` if the link matches no payment intent. */
  #state: CheckoutState | null | undefined;
  #clockOffset = 0;
  #announcement = '';
  #lastAnnounced = '';
  #timerAnnounced = false;
  #copied: string | null = null;
  #lost = false;
  #network: string | null = null;
  #framed = globalThis.parent !== globalThis.window;
  #wallets: readonly FoundWallet[] = [];
  #paying: Paying | null = null;
  #claimResult: Claim | null = null;
  #proof: ProofRequest | null = null;
  #stopWalletSearch: (() => void) | undefined;

  connectedCallback(): void {
    this.#applyStyles();
    const first = readState(this.getAttribute('state'));
    if (first !== null && this.#state === undefined) this.#hydrate(first);
    this.#subscription = followIntent(
      this.#src(),
      {
        onState: (state) => this.#accept(state),
        onUnknown: () => this.#accept(null),
        onConnection: (lost) => this.#setConnection(lost),
      },
      browser,
    );
    this.#tick = setInterval(() => this.#onTick(), 1_000);
    globalThis.addEventListener('online', this.#wake);
    if (!this.#framed) {
      this.#stopWalletSearch = searchWallets((wallets) => {
        this.#wallets = wallets;
        this.#render();
      });
    }
  }

  disconnectedCallback(): void {
    this.#subscription?.stop();
    clearInterval(this.#tick);
    this.#stopWalletSearch?.();
    globalThis.removeEventListener('online', this.#wake);
  }

  readonly #wake = (): void => this.#subscription?.wake();

  #src(): string {
    const src = this.getAttribute('src') ?? '';
    return new URL(src, this.baseURI).href.replace(/[?#].*$/, '').replace(/\/$/, '');
  }

  #applyStyles(): void {
    if (this.#mount !== null) return;
    this.#root.adoptedStyleSheets = [this.#accent];
    this.#mount = this.#root.querySelector('.mount') ?? linkStyle(this.#root);
  }

  /** Hydrates the server's HTML with the same state, then renders again with everything that needs a script. */
  #hydrate(state: CheckoutState): void {
    this.#store(state);
    const context = { ...this.#context(), interactive: false, framed: false, now: Date.parse(state.server_time) };
    this.#lastAnnounced = announcementText(state, context);
    // Keep the network that was selected before the script loaded.
    this.#network = this.#root.querySelector<HTMLInputElement>('input:checked')?.value ?? null;
    if (this.#mount?.hasChildNodes()) hydrate(h(CheckoutView, { state, context }), this.#mount);
    this.#render();
  }

  #store(state: CheckoutState | null): void {
    this.#state = state;
    if (state === null) return;
    this.#clockOffset = Date.parse(state.server_time) - Date.now();
    this.#accent.replaceSync(accentSheet(state.merchant.accent_color));
  }

  #accept(state: CheckoutState | null): void {
    const before = this.#state;
    if (before && state && state.sequence < before.sequence) return;
    this.#store(state);
    // The payer reads the first state on the page, so only changes are announced.
    if (before === undefined) this.#lastAnnounced = announcementText(state, this.#reading());
    else this.#announceScreen(state);
    // The state has changed, so stop waiting for the transaction that was sent.
    if (this.#paying?.step === 'sent' && state?.sequence !== before?.sequence) this.#paying = null;
    this.#render();
    if (state !== null && state.status !== before?.status) notifyPage(this, state);
  }

  #announceScreen(state: CheckoutState | null): void {
    const announcement = announcementText(state, this.#reading());
    if (announcement !== this.#lastAnnounced) this.#announcement = announcement;
    this.#lastAnnounced = announcement;
  }

  #setConnection(lost: boolean): void {
    this.#lost = lost;
    const { language, locale } = this.#reading();
    const { title, text } = language.messages.notices.lost;
    const values = messageValues(this.#state ?? null, locale);
    this.#announcement = lost
      ? `${formatMessage(title, values)}. ${formatMessage(text, values)}`
      : language.messages.connected;
    this.#render();
  }

  #onTick(): void {
    const state = this.#state;
    if (!state || state.options.length === 0) return;
    if (!this.#timerAnnounced && showsTimer(state, this.#now())) {
      this.#timerAnnounced = true;
      this.#announcement = this.#reading().language.messages.fiveMinutesLeft;
    }
    this.#announceScreen(state);
    this.#render();
  }

  async #copy(kind: CopyKind, network: string, value: string): Promise<void> {
    const done = await copyText(value, this.#root);
    const { messages } = this.#reading().language;
    const key = `${kind} ${network}`;
    this.#copied = done ? key : null;
    this.#announcement = done ? messages.copied : messages.copyFailed;
    this.#render();
    setTimeout(() => {
      if (this.#copied === key) this.#copied = null;
      // Clear the live region, so that the same text can be announced again.
      if (this.#announcement === messages.copied) this.#announcement = '';
      this.#render();
    }, copiedMs);
  }

  async #pay(choice: WalletChoice, option: PaymentOption): Promise<void> {
    const wallet = this.#wallets.find((one) => one === choice);
    const { network, wallet_chain: chain } = option;
    if (wallet === undefined || chain === null || isInProgress(this.#paying)) return;
    const show = (outcome: Outcome) => {
      const paying: Paying = { ...outcome, wallet: wallet.name, network };
      const { title, text } = payingText(paying, option, this.#reading().language.messages);
      this.#paying = paying;
      // A payer who left the wallet may have chosen another network since.
      this.#network = network;
      this.#announcement = `${title}. ${text}`;
      this.#render();
      return paying;
    };
    const asked = show({ step: 'busy' });
    const sequence = this.#state?.sequence;
    const outcome = await wallet.pay({ src: this.#src(), network, chain });
    // The payer may have left; then only a payment that was sent after all is news.
    if (this.#paying !== asked && outcome.step !== 'sent') return;
    // The server may see the payment before the wallet reports that it was sent.
    if (outcome.step === 'sent' && this.#state?.sequence !== sequence) {
      this.#leaveWallet();
      return;
    }
    const paying = show(outcome);
    if (paying.step !== 'sent') return;
    setTimeout(() => {
      if (this.#paying === paying) show({ step: 'unseen' });
    }, sentTimeoutMs);
  }

  #leaveWallet(): void {
    this.#paying = null;
    this.#render();
  }

  /** Looks a transaction up. With a wallet, its account signs that the payer sent it. */
  async #claim(tx: string, choice?: WalletChoice): Promise<void> {
    const wallet = this.#wallets.find((one) => one === choice);
    const show = (result: ClaimResult, network?: string) => {
      this.#claimResult = { result, network };
      this.#announcement = claimText(this.#claimResult, this.#reading().language.messages);
      this.#render();
    };
    const failed = wallet ? 'unproven' : 'unavailable';
    show('busy');
    try {
      const signed = wallet && this.#proof ? await wallet.sign(this.#proof) : undefined;
      const { status, json } = await postJson(`${this.#src()}/claim`, { tx, proof: signed });
      const { result, proof, network } = json as ClaimResponse;
      if (result) this.#proof = proof ? { ...proof, tx } : null;
      show(proof?.proven ? 'proven' : (result ?? (status === 429 ? 'too_often' : failed)), network);
    } catch {
      show(failed);
    }
    this.#subscription?.wake();
  }

  #now(): number {
    return Date.now() + this.#clockOffset;
  }

  #reading(): Reading {
    const choice = chooseLanguage([this.getAttribute('locale'), this.#state?.locale, ...navigator.languages]);
    return { ...choice, now: this.#now() };
  }

  #context(): RenderContext {
    return {
      ...this.#reading(),
      interactive: true,
      framed: this.#framed,
      lost: this.#lost,
      href: this.getAttribute('src') ?? '',
      announcement: this.#announcement,
      copied: this.#copied,
      network: this.#network,
      onNetwork: (network) => {
        this.#network = network;
        this.#render();
      },
      wallets: this.#wallets,
      paying: this.#paying,
      claim: this.#claimResult,
      proof: this.#proof,
      onClaim: (tx, wallet) => void this.#claim(tx, wallet),
      onPay: (wallet, option) => void this.#pay(wallet, option),
      onLeaveWallet: () => this.#leaveWallet(),
      onCopy: (kind, network, value) => void this.#copy(kind, network, value),
    };
  }

  /** If the focused element is removed, the title takes the focus, so that it stays inside the card. */
  #render(): void {
    if (this.#state === undefined || this.#mount === null) return;
    const focused = this.#root.activeElement;
    render(h(CheckoutView, { state: this.#state, context: this.#context() }), this.#mount);
    if (focused !== null && !focused.isConnected) this.#root.querySelector<HTMLElement>('#title')?.focus();
  }
}

if (customElements.get('florin-checkout') === undefined) customElements.define('florin-checkout', FlorinCheckout);
