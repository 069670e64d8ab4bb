import { Type } from 'typebox';
import { FIXTURES } from '../../../web/checkout/fixtures.ts';
import type { CheckoutState } from '../../../web/checkout/view/state.ts';
import { Problem } from '../../domain/errors.ts';
import { pageHeaders, planCheckoutPage, renderCheckoutPage, renderUnknownLinkPage } from '../checkout/checkout-page.ts';
import { receiptHeaders, receiptOf } from '../checkout/receipt-document.ts';
import { html } from '../docs/html.ts';
import { renderPage } from '../docs/render-page.ts';
import { clientNetwork } from '../server/client-network.ts';
import { CORS_HEADERS } from '../server/cors-headers.ts';
import { HTML_HEADERS } from '../server/html-headers.ts';
import { defineRoute } from '../server/route.ts';
import { staticFile } from '../server/static-files.ts';

const screens: Readonly<Record<string, CheckoutState | null>> = FIXTURES;

const DEMO = { method: 'GET', tag: 'Checkout', access: 'open', undocumented: true } as const;

const PAGE = { ...DEMO, answers: { 200: { description: 'Returns a page.', contentType: 'text/html' } } } as const;

const links = Object.keys(screens).map((name) => ({ href: `/demo/${name}`, label: name.replaceAll('_', ' ') }));

const GALLERY = staticFile(
  HTML_HEADERS['content-type'],
  renderPage({
    title: 'Checkout screens',
    description: 'Every screen that a payer can see',
    navigation: [{ title: 'Screens', links }],
    main: html`<div class="guide">
<h1>Checkout screens</h1>
<p class="lead">Every screen that a payer can see, in test mode with sample payments.</p>
<ul class="codes">${links.map(({ href, label }) => html`<li><a href="${href}">${label}</a></li>`)}</ul>
</div>`,
  }),
);

function screenOf(name: string): CheckoutState | null {
  if (!Object.hasOwn(screens, name)) throw new Problem('not_found', 'Screen not found.');
  return screens[name] ?? null;
}

/** Every screen of the checkout with sample data. */
export const demoRoutes = [
  defineRoute({
    ...PAGE,
    id: 'demo.gallery',
    path: '/demo',
    summary: 'List the checkout screens',
  }).handle(() => ({ status: 200, headers: HTML_HEADERS, file: GALLERY })),
  defineRoute({
    ...PAGE,
    id: 'demo.screen',
    path: '/demo/{name}',
    summary: 'Show a checkout screen',
  }).handle((context, call) => {
    const { name } = call.params;
    const state = screenOf(name);
    const href = `${context.config.baseUrl}/demo/${name}`;
    const body =
      state === null
        ? renderUnknownLinkPage(context, call, href)
        : renderCheckoutPage(context, planCheckoutPage(context, call, state, href, 'page'));
    return { status: 200, headers: pageHeaders([], false), body };
  }),
  defineRoute({
    ...DEMO,
    id: 'demo.status',
    path: '/demo/{name}/status',
    summary: 'Retrieve the state of a screen',
    answers: {
      200: { description: 'Returns the state.', schema: Type.Unsafe<CheckoutState | null>({ type: 'object' }) },
    },
  }).handle((_, { params }) => ({ status: 200, headers: CORS_HEADERS, body: screenOf(params.name) })),
  defineRoute({
    ...DEMO,
    id: 'demo.receipt',
    path: '/demo/{name}/receipt.pdf',
    summary: 'Retrieve the receipt of a screen',
    answers: { 200: { description: 'Returns the receipt.', contentType: 'application/pdf' } },
  }).handle(async (context, { params, address }) => {
    const state = screenOf(params.name);
    const receipt = state && receiptOf(state);
    if (!receipt) throw new Problem('not_found', 'This screen has no receipt.');
    const body = await context.pdfs.find({ owner: 'demo', receipt, logo: undefined, visitor: clientNetwork(address) });
    return { status: 200, headers: receiptHeaders(receipt), body };
  }),
  defineRoute({
    ...DEMO,
    id: 'demo.watch',
    path: '/demo/{name}/events',
    summary: 'Tell a screen that its state does not change',
    answers: { 204: { description: 'There is no stream.' } },
  }).handle(() => ({ status: 204, headers: CORS_HEADERS })),
];
