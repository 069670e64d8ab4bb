import { type ComponentChild, h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { acceptedLanguages, type Chosen, chooseLanguage } from './text/choose-language.ts';
import { isolate } from './view/amount.ts';
import { CheckoutView } from './view/checkout-view.ts';
import { sentencesOf } from './view/sentences.ts';
import type { Setting } from './view/setting.ts';
import type { CheckoutState } from './view/state.ts';

export interface RenderOptions {
  /** The payer's `Accept-Language`, or one tag. The intent's own locale goes before it. */
  locale: string | null;
  /** Where this page is; events and status lie below it. */
  href: string;
  scriptUrl: string;
  scriptIntegrity: string;
  styleUrl: string;
  styleIntegrity: string;
  /** A stylesheet with the merchant's colour (see `accentSheet`), where there is one. */
  accentUrl?: string | null;
  /** The one origin that is told of changes when the page stands in its frame. */
  parentOrigin?: string | null;
  /** A whole page, or what a merchant puts into its own. */
  mode: 'page' | 'fragment';
}

/** The checkout as HTML that says everything without a script, and that the element takes over where there is one. */
export function renderCheckout(state: CheckoutState, options: RenderOptions): string {
  return render(state, options, chooseLanguage([state.locale, ...acceptedLanguages(options.locale)]));
}

/** The same face for a link that leads to no intent. There is nothing to follow, so no script is loaded. */
export function renderUnknownLink(options: RenderOptions): string {
  return render(null, options, chooseLanguage(acceptedLanguages(options.locale)));
}

function render(state: CheckoutState | null, options: RenderOptions, chosen: Chosen): string {
  const element = h(Element, { state, options, chosen });
  const script =
    state === null
      ? null
      : h('script', {
          type: 'module',
          src: options.scriptUrl,
          integrity: options.scriptIntegrity,
          crossorigin: 'anonymous',
        });
  if (options.mode === 'fragment') return renderToString(element) + (script === null ? '' : renderToString(script));
  return `<!doctype html>${renderToString(h(Page, { state, options, chosen }, element, script))}`;
}

interface Props {
  state: CheckoutState | null;
  options: RenderOptions;
  chosen: Chosen;
}

/** The shadow root stands in the HTML, so that the screen is drawn before any script has run. */
function Element({ state, options, chosen }: Props): ComponentChild {
  const { language, locale } = chosen;
  const setting: Setting = {
    language,
    locale,
    now: state === null ? 0 : Date.parse(state.server_time),
    live: false,
    framed: false,
    lost: false,
    href: options.href,
    announcement: '',
    copied: null,
    network: null,
    onNetwork: () => undefined,
    wallets: [],
    paying: null,
    onPay: () => undefined,
    claim: null,
    onClaim: () => undefined,
    onCopy: () => undefined,
  };
  return h(
    'florin-checkout',
    {
      src: options.href,
      locale,
      'parent-origin': options.parentOrigin ?? undefined,
      state: state === null ? undefined : JSON.stringify(state),
    },
    h(
      'template',
      { shadowrootmode: 'open' },
      h(Sheet, { href: options.styleUrl, integrity: options.styleIntegrity }),
      options.accentUrl ? h(Sheet, { href: options.accentUrl }) : null,
      h('div', { class: 'mount' }, h(CheckoutView, { state, setting })),
    ),
  );
}

function Page({ state, options, chosen, children }: Props & { children?: unknown }): ComponentChild {
  const { words, tag, dir } = chosen.language;
  const { title } = sentencesOf(state, chosen.language, chosen.locale);
  const heading = state === null ? title : words.pageTitle(isolate(state.merchant.name));
  return h(
    'html',
    { lang: tag, dir },
    h(
      'head',
      null,
      h('meta', { charset: 'utf-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('meta', { name: 'robots', content: 'noindex' }),
      h('meta', { name: 'referrer', content: 'no-referrer' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('title', null, heading),
      // Without one, browsers ask the server for /favicon.ico, and note in the console that there is none.
      h('link', { rel: 'icon', href: 'data:,' }),
      h(Sheet, { href: options.styleUrl, integrity: options.styleIntegrity }),
    ),
    h('body', { class: 'florin-page' }, h('main', null, h('h1', { class: 'sr' }, heading), children as ComponentChild)),
  );
}

function Sheet({ href, integrity }: { href: string; integrity?: string }): ComponentChild {
  return h('link', { rel: 'stylesheet', href, integrity, crossorigin: 'anonymous' });
}
