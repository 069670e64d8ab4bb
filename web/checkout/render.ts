import { type ComponentChild, Fragment, h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { acceptedLanguages, chooseLanguage, type LanguageChoice } from './text/choose-language.ts';
import { isolate } from './view/amount.ts';
import { CheckoutView } from './view/checkout-view.ts';
import { isSameDay } from './view/format-date-time.ts';
import { type RenderContext, UNTOUCHED } from './view/render-context.ts';
import { screenText } from './view/screen-text.ts';
import type { CheckoutState } from './view/state.ts';
import { secondsShown } from './view/timer.ts';

export interface RenderOptions {
  /** The payer's `Accept-Language`, or one tag. The payment intent's own locale takes precedence. */
  locale: string | null;
  /** The URL of this page; `/events` and `/status` are below it. */
  href: string;
  scriptUrl: string;
  scriptIntegrity: string;
  /** The module of each language, by its tag. The one that is rendered is loaded beside the script. */
  languages: Readonly<Record<string, { url: string; integrity: string }>>;
  styleUrl: string;
  styleIntegrity: string;
  /** The stylesheet with the merchant's accent color (see `accentSheet`), if there is one. */
  accentUrl?: string | null;
  /** The one parent origin that is notified of changes when the page is in a frame. */
  parentOrigin?: string | null;
  /** A whole page, or a fragment for the merchant's own page. */
  mode: 'page' | 'fragment';
}

/** The checkout as HTML that works without a script. The custom element takes over where scripts run. */
export function renderCheckout(state: CheckoutState, options: RenderOptions): string {
  return render(state, options, chooseLanguage([state.locale, ...acceptedLanguages(options.locale)]));
}

/** Two states with the same text give the same page, except for the time in the state itself. */
export const textBesidesTime = (state: CheckoutState): string =>
  JSON.stringify({ ...state, server_time: [secondsShown(state, nowOf(state)), isLastDay(state)] });

const isLastDay = ({ expires_at, server_time }: CheckoutState): boolean =>
  isSameDay(new Date(expires_at), new Date(server_time), 'UTC');

/** The page for a link that matches no payment intent. It never changes, so it loads no script. */
export function renderUnknownLink(options: RenderOptions): string {
  return render(null, options, chooseLanguage(acceptedLanguages(options.locale)));
}

/** The page of a state without its script, to look at. */
export function renderPreview(state: CheckoutState, options: RenderOptions): string {
  const choice = chooseLanguage([state.locale, ...acceptedLanguages(options.locale)]);
  return `<!doctype html>${renderToString(h(Page, { state, options, choice }, h(Element, { state, options, choice })))}`;
}

function render(state: CheckoutState | null, options: RenderOptions, choice: LanguageChoice): string {
  const element = h(Element, { state, options, choice });
  const scripts = state === null ? null : h(Scripts, { options, tag: choice.language.tag });
  if (options.mode === 'fragment') return renderToString(h(Fragment, null, element, scripts));
  return `<!doctype html>${renderToString(h(Page, { state, options, choice }, element, scripts))}`;
}

/** The script, and the text that it will ask for, so that both are loaded at the same time. */
function Scripts({ options, tag }: { options: RenderOptions; tag: string }): ComponentChild {
  const language = options.languages[tag];
  const crossorigin = 'anonymous';
  return [
    language === undefined
      ? null
      : h('link', { rel: 'modulepreload', href: language.url, integrity: language.integrity, crossorigin }),
    h('script', { type: 'module', src: options.scriptUrl, integrity: options.scriptIntegrity, crossorigin }),
  ];
}

interface Props {
  state: CheckoutState | null;
  options: RenderOptions;
  choice: LanguageChoice;
}

const nowOf = (state: CheckoutState | null): number => (state === null ? 0 : Date.parse(state.server_time));

/** A declarative shadow root, so that the screen renders before any script runs. */
function Element({ state, options, choice }: Props): ComponentChild {
  const { language, locale } = choice;
  const context: RenderContext = { ...UNTOUCHED, language, locale, now: nowOf(state), href: options.href };
  return h(
    'florin-checkout',
    {
      src: options.href,
      locale,
      'parent-origin': options.parentOrigin ?? undefined,
      hosted: options.mode === 'page' ? '' : undefined,
      state: state === null ? undefined : JSON.stringify(state),
    },
    h(
      'template',
      { shadowrootmode: 'open' },
      h(Sheet, { href: options.styleUrl, integrity: options.styleIntegrity }),
      options.accentUrl ? h(Sheet, { href: options.accentUrl }) : null,
      h('div', { class: 'mount' }, h(CheckoutView, { state, context })),
    ),
  );
}

function Page({ state, options, choice, children }: Props & { children?: unknown }): ComponentChild {
  const { messages, tag, dir } = choice.language;
  const { title } = screenText(state, { ...choice, now: nowOf(state) });
  const heading = state === null ? title : messages.pageTitle(isolate(state.merchant.name));
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
      // Without an icon, browsers request /favicon.ico and log an error.
      h('link', { rel: 'icon', href: 'data:,' }),
      h(Sheet, { href: options.styleUrl, integrity: options.styleIntegrity }),
    ),
    h('body', { class: 'florin-page' }, h('main', null, h('h1', { class: 'sr' }, heading), children as ComponentChild)),
  );
}

function Sheet({ href, integrity }: { href: string; integrity?: string }): ComponentChild {
  return h('link', { rel: 'stylesheet', href, integrity, crossorigin: 'anonymous' });
}
