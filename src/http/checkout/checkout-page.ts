import { renderCheckout, renderUnknownLink } from '../../../web/checkout/render.ts';
import type { CheckoutState } from '../../../web/checkout/view/state.ts';
import { Problem } from '../../domain/errors.ts';
import type { Call, Context } from '../server/route.ts';
import { CHECKOUT_ASSETS } from './checkout-files.ts';

type Mode = 'page' | 'fragment';

/** Where the scripts and styles of a checkout lie, and in which language it is asked for. */
function settingOf({ checkout, config }: Context, call: Call, href: string, mode: Mode) {
  if (!checkout) {
    throw new Problem(
      'unavailable',
      'The checkout is not built on this server. Run "npm run build" and start it again.',
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

export function drawCheckout(context: Context, call: Call, state: CheckoutState, href: string, mode: Mode): string {
  const { accent, ...setting } = settingOf(context, call, href, mode);
  return renderCheckout(state, { ...setting, accentUrl: accent(state.merchant.accent_color) });
}

export function drawUnknownLink(context: Context, call: Call, href: string): string {
  const { accent: _, ...setting } = settingOf(context, call, href, 'page');
  return renderUnknownLink(setting);
}

/** What the page may load, and who may put it into a frame. */
export function pageHeaders(allowedOrigins: readonly string[], livemode: boolean): Record<string, string> {
  const anybody = livemode ? ["'self'"] : ['*'];
  const ancestors = allowedOrigins.length > 0 ? ["'self'", ...allowedOrigins] : anybody;
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
