import { FIXTURES } from '../../../web/checkout/fixtures.ts';
import type { CheckoutState } from '../../../web/checkout/view/state.ts';
import { Problem } from '../../domain/errors.ts';
import { drawCheckout, drawUnknownLink, pageHeaders } from '../checkout/checkout-page.ts';
import { toEveryOrigin } from '../checkout/to-every-origin.ts';
import { HTML_HEADERS } from '../html-headers.ts';
import type { Call, OpenRoute } from '../route.ts';

const screens: Readonly<Record<string, CheckoutState | null>> = FIXTURES;

const DEMO: Pick<OpenRoute, 'method' | 'tag' | 'access' | 'undocumented' | 'answers'> = {
  method: 'GET',
  tag: 'Checkout',
  access: 'open',
  undocumented: true,
  answers: { 200: { description: 'A page.', contentType: 'text/html' } },
};

const GALLERY = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Screens of the checkout</title>
<link rel="stylesheet" href="/docs/docs.css">
<main>
<h1>Screens of the checkout</h1>
<p>What a payer can be shown, in test mode, with invented payments. docs/checkout-states.md says what leads to each.</p>
<ul>
${Object.keys(screens)
  .map((name) => `<li><a href="/demo/${name}">${name.replaceAll('_', ' ')}</a></li>`)
  .join('\n')}
</ul>
</main>
</html>
`;

function screenOf({ params }: Call): CheckoutState | null {
  const name = params['name'] ?? '';
  if (!Object.hasOwn(screens, name)) throw new Problem('not_found', 'There is no such screen.');
  return screens[name] ?? null;
}

/** Every screen of the checkout, for whoever wants to see what a payer sees. */
export const demoPages: readonly OpenRoute[] = [
  {
    ...DEMO,
    id: 'demo.gallery',
    path: '/demo',
    summary: 'The screens of the checkout',
    handle: () => ({ status: 200, headers: HTML_HEADERS, body: GALLERY }),
  },
  {
    ...DEMO,
    id: 'demo.screen',
    path: '/demo/{name}',
    summary: 'One screen of the checkout',
    handle(context, call) {
      const state = screenOf(call);
      const href = `${context.config.baseUrl}/demo/${call.params['name'] ?? ''}`;
      const body =
        state === null ? drawUnknownLink(context, call, href) : drawCheckout(context, call, state, href, 'page');
      return { status: 200, headers: pageHeaders([], false), body };
    },
  },
  {
    ...DEMO,
    id: 'demo.status',
    path: '/demo/{name}/status',
    summary: 'What one screen shows',
    handle: (_, call) => ({ status: 200, headers: toEveryOrigin, body: JSON.stringify(screenOf(call)) }),
  },
];
