import {
  type RenderOptions,
  renderCheckout,
  renderUnknownLink,
  textBesidesTime,
} from '../../../web/checkout/render.ts';
import type { CheckoutState } from '../../../web/checkout/view/state.ts';
import { Problem } from '../../domain/errors.ts';
import type { AnyCall } from '../server/call.ts';
import type { Context } from '../server/context.ts';
import { tagOf } from '../server/entity-tag.ts';
import { CHECKOUT_ASSETS } from './checkout-files.ts';

type Mode = 'page' | 'fragment';

type HeadersOnly = Pick<AnyCall, 'headers'>;

/** The URLs of the checkout's script and styles, and the requested language. */
function renderOptions({ checkout, config }: Context, call: HeadersOnly, href: string, mode: Mode) {
  if (!checkout) {
    throw new Problem(
      'unavailable',
      'The checkout is not built on this server. Run "npm run build" and restart the server.',
    );
  }
  const at = (path: string) => `${config.baseUrl}${CHECKOUT_ASSETS}/${path}`;
  return {
    locale: call.headers['accept-language'] ?? null,
    href,
    scriptUrl: at(checkout.script.file),
    scriptIntegrity: checkout.script.integrity,
    languages: Object.fromEntries(
      Object.entries(checkout.languages).map(([tag, { file, integrity }]) => [tag, { url: at(file), integrity }]),
    ),
    styleUrl: at(checkout.style.file),
    styleIntegrity: checkout.style.integrity,
    mode,
    accent: (color: string | null) => (color === null ? null : at(`accent/${color.slice(1)}.css`)),
  };
}

/** All that a page is made of, and a tag of what it shows, whatever the moment. */
export interface CheckoutPage {
  state: CheckoutState;
  options: RenderOptions;
  tag: string;
}

export function planCheckoutPage(
  context: Context,
  call: HeadersOnly,
  state: CheckoutState,
  href: string,
  mode: Mode,
): CheckoutPage {
  const { accent, ...rest } = renderOptions(context, call, href, mode);
  const options = { ...rest, accentUrl: accent(state.merchant.accent_color) };
  return { state, options, tag: tagOf(`${JSON.stringify(options)}${textBesidesTime(state)}`) };
}

/**
 * The script reads the state from an attribute of the page. Text of a merchant cannot look like the attribute, because its
 * quotes are escaped, and in the state not like the time, because they are escaped twice.
 */
const STATE = ' state="';
const TIME = '&quot;server_time&quot;:&quot;';

/** A page that was rendered before differs only in the server's time. */
export function renderCheckoutPage({ checkout }: Context, { state, options, tag }: CheckoutPage): Buffer {
  const kept = checkout?.pages.get(tag);
  if (!kept) {
    const rendered = Buffer.from(renderCheckout(state, options));
    checkout?.pages.keep(tag, rendered);
    return rendered;
  }
  const page = Buffer.from(kept);
  page.write(state.server_time, page.indexOf(TIME, page.indexOf(STATE)) + TIME.length, 'latin1');
  return page;
}

export function renderUnknownLinkPage(context: Context, call: HeadersOnly, href: string): string {
  const { accent: _, ...options } = renderOptions(context, call, href, 'page');
  return renderUnknownLink(options);
}

/** The content security policy limits what the page loads and which pages may frame it. */
export function pageHeaders(allowedOrigins: readonly string[], livemode: boolean) {
  const byDefault = livemode ? ["'self'"] : ['*'];
  const ancestors = allowedOrigins.length > 0 ? ["'self'", ...allowedOrigins] : byDefault;
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data:",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      `frame-ancestors ${ancestors.join(' ')}`,
    ].join('; '),
    'cache-control': 'no-store',
    vary: 'Accept, Authorization, Accept-Language',
  };
}
