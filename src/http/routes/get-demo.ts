import { FIXTURES } from '../../../web/checkout/fixtures.ts';
import type { CheckoutState } from '../../../web/checkout/view/state.ts';
import { Problem } from '../../domain/errors.ts';
import { drawCheckout, drawUnknownLink, pageHeaders } from '../checkout/checkout-page.ts';
import { toEveryOrigin } from '../checkout/to-every-origin.ts';
import { html } from '../docs/html.ts';
import { renderPage } from '../docs/render-page.ts';
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

const links = Object.keys(screens).map((name) => ({ href: `/demo/${name}`, label: name.replaceAll('_', ' ') }));

const GALLERY = renderPage({
  title: 'Checkout screens',
  description: 'Every screen that a payer can see',
  navigation: [{ title: 'Screens', links }],
  main: html`<div class="guide">
<h1>Checkout screens</h1>
<p class="lead">Every screen that a payer can see, in test mode and with sample payments.</p>
<ul class="codes">${links.map(({ href, label }) => html`<li><a href="${href}">${label}</a></li>`)}</ul>
</div>`,
});

function screenOf({ params }: Call): CheckoutState | null {
  const name = params['name'] ?? '';
  if (!Object.hasOwn(screens, name)) throw new Problem('not_found', 'This screen does not exist.');
  return screens[name] ?? null;
}

/** A gallery of every checkout screen. */
export const demoPages: readonly OpenRoute[] = [
  {
    ...DEMO,
    id: 'demo.gallery',
    path: '/demo',
    summary: 'List the checkout screens',
    handle: () => ({ status: 200, headers: HTML_HEADERS, body: GALLERY }),
  },
  {
    ...DEMO,
    id: 'demo.screen',
    path: '/demo/{name}',
    summary: 'Show one checkout screen',
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
    summary: 'The state of one screen',
    handle: (_, call) => ({ status: 200, headers: toEveryOrigin, body: JSON.stringify(screenOf(call)) }),
  },
  {
    ...DEMO,
    id: 'demo.watch',
    path: '/demo/{name}/events',
    summary: 'The state of one screen, as a stream with one event',
    answers: { 200: { description: 'A stream of events.', contentType: 'text/event-stream' } },
    handle(_, call) {
      const state = JSON.stringify(screenOf(call));
      return {
        status: 200,
        headers: toEveryOrigin,
        events(stream) {
          stream.tell('state', state);
          return () => undefined;
        },
      };
    },
  },
];
