import { renderCheckout, renderUnknownLink } from '../../../web/checkout/render.ts';
import type { CheckoutState } from '../../../web/checkout/view/state.ts';
import { Problem } from '../../domain/errors.ts';
import type { AnyCall } from '../server/call.ts';
import type { Context } from '../server/context.ts';
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
    styleUrl: at(checkout.style.file),
    styleIntegrity: checkout.style.integrity,
    mode,
    accent: (color: string | null) => (color === null ? null : at(`accent/${color.slice(1)}.css`)),
  };
}

export function renderCheckoutPage(
  context: Context,
  call: HeadersOnly,
  state: CheckoutState,
  href: string,
  mode: Mode,
): string {
  const { accent, ...options } = renderOptions(context, call, href, mode);
  return renderCheckout(state, { ...options, accentUrl: accent(state.merchant.accent_color) });
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
