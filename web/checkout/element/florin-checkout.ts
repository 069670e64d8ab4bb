import { h, hydrate, render } from 'preact';
import checkoutCss from '../checkout.css?inline';
import { type Chosen, chooseLanguage } from '../text/choose-language.ts';
import { accentSheet } from '../view/accent-sheet.ts';
import { CheckoutView } from '../view/checkout-view.ts';
import type { ClaimStep } from '../view/payer-steps.ts';
import { announcementOf, valuesOf } from '../view/sentences.ts';
import type { CopyKind, Paying, Setting, WalletChoice } from '../view/setting.ts';
import type { CheckoutState, PaymentOption } from '../view/state.ts';
import { showsTimer } from '../view/timer.ts';
import { isUnderWay, payingText } from '../view/wallets.ts';
import { say } from '../view/words.ts';
import { copyText } from './copy-text.ts';
import { type FoundWallet, findWallets } from './find-wallets.ts';
import { type Following, followIntent, type Outside } from './follow-intent.ts';
import { type Outcome, payWithWallet } from './pay-with-wallet.ts';
import { postJson } from './post-json.ts';
import { readState } from './read-state.ts';
import { tellPage } from './tell-page.ts';

const copiedMs = 2_000;
/** After so long a transaction that was sent can no longer be included. */
const sentMsMax = 90_000;

const browser: Outside = {
  openStream: (url) => new EventSource(url),
  fetchStatus: (url, msMax) =>
    fetch(url, {
      headers: { accept: 'application/json' },
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.timeout(msMax),
    }),
};

/**
 * `<florin-checkout src="https://host/<public_key>/checkout/<id>">`. It draws the same view as the server, takes over
 * the shadow root that stands in the HTML, and keeps it up to date. It stores nothing and asks nobody but `src`.
 */
class FlorinCheckout extends HTMLElement {
  #root: ShadowRoot = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
  #mount: Element | null = null;
  #accent = new CSSStyleSheet();
  #following: Following | null = null;
  #tick: ReturnType<typeof setInterval> | undefined;
  /** `undefined` until anything is known; `null` for a link that leads nowhere. */
  #state: CheckoutState | null | undefined;
  #clockOffset = 0;
  #announcement = '';
  #said = '';
  #timerSaid = false;
  #copied: string | null = null;
  #lost = false;
  #network: string | null = null;
  #framed = globalThis.parent !== globalThis.window;
  #wallets: readonly FoundWallet[] = [];
  #paying: Paying | null = null;
  #claimed: ClaimStep | null = null;
  #stopFinding: (() => void) | undefined;

  connectedCallback(): void {
    this.#dress();
    const first = readState(this.getAttribute('state'));
    if (first !== null && this.#state === undefined) this.#begin(first);
    this.#following = followIntent(
      this.#src(),
      {
        onState: (state) => this.#take(state),
        onUnknown: () => this.#take(null),
        onConnection: (lost) => this.#connection(lost),
      },
      browser,
    );
    this.#tick = setInterval(() => this.#everySecond(), 1_000);
    globalThis.addEventListener('online', this.#wake);
    if (!this.#framed) {
      this.#stopFinding = findWallets((wallets) => {
        this.#wallets = wallets;
        this.#draw();
      });
    }
  }

  disconnectedCallback(): void {
    this.#following?.stop();
    clearInterval(this.#tick);
    this.#stopFinding?.();
    globalThis.removeEventListener('online', this.#wake);
  }

  readonly #wake = (): void => this.#following?.wake();

  #src(): string {
    const src = this.getAttribute('src') ?? '';
    return new URL(src, this.baseURI).href.replace(/[?#].*$/, '').replace(/\/$/, '');
  }

  /** Constructed sheets pass a policy without unsafe-inline; they take the place of the server's linked ones. */
  #dress(): void {
    if (this.#mount !== null) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(checkoutCss);
    this.#root.adoptedStyleSheets = [sheet, this.#accent];
    for (const link of this.#root.querySelectorAll('link')) link.remove();
    this.#mount = this.#root.querySelector('.mount');
    if (this.#mount !== null) return;
    this.#mount = document.createElement('div');
    this.#root.append(this.#mount);
  }

  /** The state that the server has drawn: the same is drawn onto it once, and then with all that a script can do. */
  #begin(state: CheckoutState): void {
    this.#keep(state);
    const chosen = this.#chosen();
    this.#said = announcementOf(state, chosen.language, chosen.locale);
    const setting = { ...this.#setting(chosen), live: false, framed: false, now: Date.parse(state.server_time) };
    // What was chosen before the script was there stays chosen.
    this.#network = this.#root.querySelector<HTMLInputElement>('input:checked')?.value ?? null;
    if (this.#mount?.hasChildNodes()) hydrate(h(CheckoutView, { state, setting }), this.#mount);
    this.#draw();
  }

  #keep(state: CheckoutState | null): void {
    this.#state = state;
    if (state === null) return;
    this.#clockOffset = Date.parse(state.server_time) - Date.now();
    this.#accent.replaceSync(accentSheet(state.merchant.accent_color));
  }

  #take(state: CheckoutState | null): void {
    const before = this.#state;
    if (before && state && state.sequence < before.sequence) return;
    this.#keep(state);
    const { language, locale } = this.#chosen();
    const words = announcementOf(state, language, locale);
    // The first state is what the payer reads anyway; afterwards a change is said once.
    if (before !== undefined && words !== this.#said) this.#announcement = words;
    this.#said = words;
    // What was sent has come, or at least something has.
    if (this.#paying?.step === 'sent' && state?.sequence !== before?.sequence) this.#paying = null;
    this.#draw();
    if (state !== null && state.status !== before?.status) tellPage(this, state);
  }

  #connection(lost: boolean): void {
    this.#lost = lost;
    const { language, locale } = this.#chosen();
    const { title, text } = language.words.notices.lost;
    const values = valuesOf(this.#state ?? null, locale);
    this.#announcement = lost ? `${say(title, values)}. ${say(text, values)}` : language.words.connected;
    this.#draw();
  }

  #everySecond(): void {
    const state = this.#state;
    if (!state || state.options.length === 0) return;
    if (!this.#timerSaid && showsTimer(state, this.#now())) {
      this.#timerSaid = true;
      this.#announcement = this.#chosen().language.words.fiveMinutes;
    }
    this.#draw();
  }

  async #copy(kind: CopyKind, network: string, value: string): Promise<void> {
    const done = await copyText(value, this.#root);
    const { words } = this.#chosen().language;
    const key = `${kind} ${network}`;
    this.#copied = done ? key : null;
    this.#announcement = done ? words.copied : words.copyFailed;
    this.#draw();
    setTimeout(() => {
      if (this.#copied === key) this.#copied = null;
      // An empty region says nothing, and lets the same word be said again.
      if (this.#announcement === words.copied) this.#announcement = '';
      this.#draw();
    }, copiedMs);
  }

  async #pay(choice: WalletChoice, { network, wallet_chain: chain }: PaymentOption): Promise<void> {
    const wallet = this.#wallets.find((one) => one === choice);
    if (wallet === undefined || chain === null || isUnderWay(this.#paying)) return;
    const tell = (outcome: Outcome) => {
      const paying: Paying = { ...outcome, wallet: wallet.name, network };
      this.#paying = paying;
      this.#announcement = payingText(paying, this.#chosen().language.words);
      this.#draw();
      return paying;
    };
    tell({ step: 'busy' });
    const sequence = this.#state?.sequence;
    const outcome = await payWithWallet(wallet, { src: this.#src(), network, chain });
    // The server may have seen the payment before the wallet has said that it was sent.
    if (outcome.step === 'sent' && this.#state?.sequence !== sequence) {
      this.#paying = null;
      this.#draw();
      return;
    }
    const paying = tell(outcome);
    if (paying.step !== 'sent') return;
    setTimeout(() => {
      if (this.#paying === paying) tell({ step: 'unseen' });
    }, sentMsMax);
  }

  async #claim(tx: string): Promise<void> {
    const tell = (step: ClaimStep) => {
      this.#claimed = step;
      this.#announcement = this.#chosen().language.words.claims[step];
      this.#draw();
    };
    tell('busy');
    try {
      const { status, json } = await postJson(`${this.#src()}/claim`, { tx });
      tell((json as { result?: ClaimStep }).result ?? (status === 429 ? 'too_often' : 'unavailable'));
    } catch {
      tell('unavailable');
    }
    this.#following?.wake();
  }

  #now(): number {
    return Date.now() + this.#clockOffset;
  }

  #chosen(): Chosen {
    return chooseLanguage([this.getAttribute('locale'), this.#state?.locale, ...navigator.languages]);
  }

  #setting({ language, locale }: Chosen): Setting {
    return {
      language,
      locale,
      now: this.#now(),
      live: true,
      framed: this.#framed,
      lost: this.#lost,
      href: this.getAttribute('src') ?? '',
      announcement: this.#announcement,
      copied: this.#copied,
      network: this.#network,
      onNetwork: (network) => {
        this.#network = network;
        this.#draw();
      },
      wallets: this.#wallets,
      paying: this.#paying,
      claim: this.#claimed,
      onClaim: (tx) => void this.#claim(tx),
      onPay: (wallet, option) => void this.#pay(wallet, option),
      onCopy: (kind, network, value) => void this.#copy(kind, network, value),
    };
  }

  /** Where the focused button is gone after a change, the title takes the focus, so that it does not fall out. */
  #draw(): void {
    if (this.#state === undefined || this.#mount === null) return;
    const focused = this.#root.activeElement;
    render(h(CheckoutView, { state: this.#state, setting: this.#setting(this.#chosen()) }), this.#mount);
    if (focused !== null && !focused.isConnected) this.#root.querySelector<HTMLElement>('#title')?.focus();
  }
}

if (customElements.get('florin-checkout') === undefined) customElements.define('florin-checkout', FlorinCheckout);
