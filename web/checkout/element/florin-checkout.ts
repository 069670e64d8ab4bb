import { h, hydrate, render } from 'preact';
import type { LanguageChoice } from '../text/choose-language.ts';
import { chooseLocale } from '../text/choose-locale.ts';
import { CheckoutView } from '../view/checkout-view.ts';
import { formatMessage } from '../view/messages.ts';
import type { CopyKind } from '../view/payer-action.ts';
import type { Reading, RenderContext } from '../view/render-context.ts';
import { announcementText, messageValues } from '../view/screen-text.ts';
import type { CheckoutState } from '../view/state.ts';
import { showsTimer } from '../view/timer.ts';
import type { FoundWallet } from '../wallets/found-wallet.ts';
import { Claims } from './claims.ts';
import { copyText } from './copy-text.ts';
import { followIntent, type Subscription, type Transport } from './follow-intent.ts';
import type { Host } from './host.ts';
import { linkAccent, linkStyle } from './link-style.ts';
import { LANGUAGE_TAGS, loadLanguage, provideLanguage } from './load-language.ts';
import { notifyPage } from './notify-page.ts';
import { readState } from './read-state.ts';
import { ReturnTimer } from './return-timer.ts';
import { provideWallets, searchWallets } from './search-wallets.ts';
import { Simulations } from './simulations.ts';
import { WalletPayments } from './wallet-payments.ts';

const copiedMs = 2_000;

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

/**
 * `<florin-checkout src="https://host/<public_key>/checkout/<id>">`. It renders the same view as the server, takes over
 * the declarative shadow root, and keeps it up to date. It stores nothing and sends requests to `src` only.
 */
class FlorinCheckout extends HTMLElement {
  static readonly provideWallets = provideWallets;
  static readonly provideLanguage = provideLanguage;
  #root: ShadowRoot = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
  #mount: Element | null = null;
  #subscription: Subscription | null = null;
  #tick: ReturnType<typeof setInterval> | undefined;
  /** `undefined` before the first state; `null` if the link matches no payment intent. */
  #state: CheckoutState | null | undefined;
  #choice: LanguageChoice | undefined;
  #clockOffset = 0;
  #announcement = '';
  #lastAnnounced = '';
  #timerAnnounced = false;
  #copied: string | null = null;
  #lost = false;
  #network: string | null = null;
  #framed = globalThis.parent !== globalThis.window;
  #wallets: readonly FoundWallet[] = [];
  readonly #host: Host = {
    src: () => this.#src(),
    messages: () => this.#reading().language.messages,
    announce: (text) => {
      this.#announcement = text;
      this.#render();
    },
    render: () => this.#render(),
    wake: () => this.#subscription?.wake(),
  };
  readonly #claims = new Claims(this.#host);
  readonly #simulations = new Simulations(this.#host);
  readonly #return = new ReturnTimer(this.#host);
  readonly #payments = new WalletPayments(this.#host, {
    sequence: () => this.#state?.sequence,
    // A payer who left the wallet may have chosen another network since.
    select: (network) => {
      this.#network = network;
    },
  });
  #stopWalletSearch: (() => void) | undefined;

  connectedCallback(): void {
    this.#findMount();
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

  #findMount(): void {
    if (this.#mount !== null) return;
    this.#mount = this.#root.querySelector('.mount') ?? linkStyle(this.#root);
  }

  /** Hydrates the server's HTML with the same state, then renders again with everything that needs a script. */
  #hydrate(state: CheckoutState): void {
    if (!this.#chooseLanguage(state, () => this.#hydrate(state))) return;
    this.#store(state);
    const context = {
      ...this.#context(),
      interactive: false,
      framed: false,
      hosted: false,
      now: Date.parse(state.server_time),
    };
    this.#lastAnnounced = announcementText(state, context);
    // Keep the network that was selected before the script loaded.
    this.#network = this.#root.querySelector<HTMLInputElement>('input:checked')?.value ?? null;
    if (this.#mount?.hasChildNodes()) hydrate(h(CheckoutView, { state, context }), this.#mount);
    this.#render();
  }

  #store(state: CheckoutState | null): void {
    this.#state = state;
    this.#mount?.classList.add('ready');
    if (state === null) return;
    this.#clockOffset = Date.parse(state.server_time) - Date.now();
    linkAccent(this.#root, state.merchant.accent_color);
  }

  #accept(state: CheckoutState | null): void {
    const before = this.#state;
    if (before && state && state.sequence < before.sequence) return;
    if (!this.#chooseLanguage(state, () => this.#accept(state))) return;
    this.#store(state);
    if (this.hasAttribute('hosted') && !this.#framed) this.#return.onChange(before, state);
    // The payer reads the first state on the page, so only changes are announced.
    if (before === undefined) this.#lastAnnounced = announcementText(state, this.#reading());
    else this.#announceScreen(state);
    if (state?.sequence !== before?.sequence) {
      this.#payments.onChange();
      this.#simulations.onChange();
    }
    this.#render();
    if (state !== null && state.status !== before?.status) notifyPage(this, state);
  }

  #announceScreen(state: CheckoutState | null): void {
    const announcement = announcementText(state, this.#reading());
    if (announcement !== this.#lastAnnounced) this.#announcement = announcement + this.#return.textOf(state);
    this.#lastAnnounced = announcement;
  }

  #setConnection(lost: boolean): void {
    this.#lost = lost;
    if (this.#choice === undefined) return;
    const { language, locale } = this.#reading();
    const { title, text } = language.messages.notices.lost;
    const values = messageValues(this.#state ?? null, locale);
    this.#announcement = lost
      ? `${formatMessage(title, values)}. ${formatMessage(text, values)}`
      : language.messages.connected;
    this.#render();
  }

  #onTick(): void {
    this.#return.onTick();
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

  #now(): number {
    return Date.now() + this.#clockOffset;
  }

  /** Whether the language of a state is there. If not, the function is called when it is. */
  #chooseLanguage(state: CheckoutState | null, then: () => void): boolean {
    const preferences = [this.getAttribute('locale'), state?.locale, ...navigator.languages];
    const { tag, locale } = chooseLocale(LANGUAGE_TAGS, preferences);
    const language = loadLanguage(tag, then);
    if (language !== undefined) this.#choice = { language, locale };
    return language !== undefined;
  }

  /** A state is accepted only when its language is there, and nothing is read before a state is. */
  #reading(): Reading {
    return { ...(this.#choice as LanguageChoice), now: this.#now() };
  }

  #context(): RenderContext {
    return {
      ...this.#reading(),
      interactive: true,
      framed: this.#framed,
      hosted: this.hasAttribute('hosted'),
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
      paying: this.#payments.paying,
      claim: this.#claims.claim,
      proof: this.#claims.proof,
      onClaim: (tx, choice) =>
        void this.#claims.submit(
          tx,
          this.#wallets.find((wallet) => wallet === choice),
        ),
      onPay: (choice, option) => {
        const wallet = this.#wallets.find((one) => one === choice);
        if (wallet) void this.#payments.pay(wallet, option);
      },
      onLeaveWallet: () => this.#payments.leave(),
      simulation: this.#simulations.step,
      onSimulate: (kind) => void this.#simulations.send(kind),
      returnsIn: this.#return.seconds,
      onStay: () => this.#return.stop(),
      onPrint: () => {
        this.#return.stop();
        globalThis.print();
      },
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
