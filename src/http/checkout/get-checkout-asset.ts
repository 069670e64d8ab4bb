import { accentSheet } from '../../../web/checkout/view/accent-sheet.ts';
import { Problem } from '../../domain/errors.ts';
import { answerFile, FOREVER } from '../server/answer-file.ts';
import type { OpenRoute } from '../server/route.ts';
import { CHECKOUT_ASSETS } from './checkout-files.ts';
import { LOGO_ENDINGS } from './logo-path.ts';
import { toEveryOrigin } from './to-every-origin.ts';

const FILE: Pick<OpenRoute, 'method' | 'tag' | 'access' | 'undocumented' | 'answers'> = {
  method: 'GET',
  tag: 'Checkout',
  access: 'open',
  undocumented: true,
  answers: { 200: { description: 'A file.' } },
};

/** What a checkout loads, from whichever origin it stands on. */
export const checkoutAssets: readonly OpenRoute[] = [
  {
    ...FILE,
    id: 'checkout.asset',
    path: `${CHECKOUT_ASSETS}/{file}`,
    summary: 'A file of the checkout',
    handle(context, call) {
      const file = context.checkout?.files.get(call.params['file'] ?? '');
      if (!file) throw new Problem('not_found', 'There is nothing at this path.');
      return answerFile(call, file, { ...toEveryOrigin, 'cache-control': FOREVER });
    },
  },
  {
    ...FILE,
    id: 'checkout.accent',
    path: `${CHECKOUT_ASSETS}/accent/{file}`,
    summary: 'The colour of a merchant',
    handle(_, { params }) {
      const color = /^([0-9a-f]{6})\.css$/.exec(params['file'] ?? '')?.[1];
      const body = color === undefined ? '' : accentSheet(`#${color}`);
      if (body === '') throw new Problem('not_found', 'There is nothing at this path.');
      const headers = { ...toEveryOrigin, 'content-type': 'text/css; charset=utf-8', 'cache-control': FOREVER };
      return { status: 200, headers, body };
    },
  },
  {
    ...FILE,
    id: 'checkout.logo',
    path: `${CHECKOUT_ASSETS}/logo/{file}`,
    summary: 'The logo of a merchant',
    async handle({ settings }, { params }) {
      const [, hash, ending] = /^([0-9a-f]{32})\.(\w+)$/.exec(params['file'] ?? '') ?? [];
      const logo = hash === undefined ? undefined : await settings.findLogo(hash);
      if (!logo || LOGO_ENDINGS[logo.type] !== ending) throw new Problem('not_found', 'There is nothing at this path.');
      const headers = {
        ...toEveryOrigin,
        'content-type': logo.type,
        // Opened by itself, what a merchant has sent is a picture and can do nothing.
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': FOREVER,
      };
      return { status: 200, headers, body: Buffer.from(logo.bytes) };
    },
  },
];
