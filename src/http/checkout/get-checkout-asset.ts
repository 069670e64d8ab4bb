import { accentSheet } from '../../../web/checkout/view/accent-sheet.ts';
import { Problem } from '../../domain/errors.ts';
import { FOREVER } from '../server/answer-file.ts';
import { CORS_HEADERS } from '../server/cors-headers.ts';
import { defineRoute } from '../server/route.ts';
import { CHECKOUT_ASSETS } from './checkout-files.ts';
import { LOGO_ENDINGS } from './logo-path.ts';

const FILE = {
  method: 'GET',
  tag: 'Checkout',
  access: 'open',
  undocumented: true,
  answers: { 200: { description: 'Returns the file.', contentType: '*/*' } },
} as const;

const notFound = () => new Problem('not_found', 'File not found.');

/** The files that an embedded checkout loads, from any origin. */
export const checkoutAssets = [
  defineRoute({
    ...FILE,
    id: 'checkout.asset',
    path: `${CHECKOUT_ASSETS}/{file}`,
    summary: 'Get a checkout file',
  }).handle((context, { params }) => {
    const file = context.checkout?.files.get(params.file);
    if (!file) throw notFound();
    return { status: 200, headers: { ...CORS_HEADERS, 'cache-control': FOREVER }, file };
  }),
  defineRoute({
    ...FILE,
    id: 'checkout.accent',
    path: `${CHECKOUT_ASSETS}/accent/{file}`,
    summary: 'Get the style sheet of a merchant’s accent color',
  }).handle((_, { params }) => {
    const color = /^([0-9a-f]{6})\.css$/.exec(params.file)?.[1];
    const body = color === undefined ? '' : accentSheet(`#${color}`);
    if (body === '') throw notFound();
    const headers = { ...CORS_HEADERS, 'content-type': 'text/css; charset=utf-8', 'cache-control': FOREVER };
    return { status: 200, headers, body };
  }),
  defineRoute({
    ...FILE,
    id: 'checkout.logo',
    path: `${CHECKOUT_ASSETS}/logo/{file}`,
    summary: 'Get a merchant’s logo',
  }).handle(async ({ settings }, { params }) => {
    const [, hash, ending] = /^([0-9a-f]{32})\.(\w+)$/.exec(params.file) ?? [];
    const logo = hash === undefined ? undefined : await settings.findLogo(hash);
    if (!logo || LOGO_ENDINGS[logo.type] !== ending) throw notFound();
    const headers = {
      ...CORS_HEADERS,
      'content-type': logo.type,
      // A merchant’s file must not run anything when it is opened directly.
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': FOREVER,
    };
    return { status: 200, headers, body: Buffer.from(logo.bytes) };
  }),
];
