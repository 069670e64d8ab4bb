import { Type } from 'typebox';
import { Problem } from '../../domain/errors.ts';
import { parseId } from '../../domain/ids.ts';
import { type CheckoutView, viewCheckout } from '../../usecases/checkout/view-checkout.ts';
import { authenticateKey } from '../../usecases/keys/authenticate-key.ts';
import { checkoutUrl } from '../server/addresses.ts';
import type { Answer, Call, Context, OpenRoute } from '../server/route.ts';
import { CHECKOUT_ASSETS } from './checkout-files.ts';
import { drawCheckout, drawUnknownLink, pageHeaders } from './checkout-page.ts';
import { CheckoutPayloadSchema } from './checkout-payload-schema.ts';
import { presentCheckout } from './present-checkout.ts';

const BASE: Pick<OpenRoute, 'method' | 'tag' | 'access' | 'answers'> = {
  method: 'GET',
  tag: 'Checkout',
  access: 'open',
  answers: {
    200: {
      description: 'The page, the fragment to embed, or both as JSON.',
      schema: CheckoutPayloadSchema,
      alsoAs: ['text/html'],
    },
  },
};

const description =
  'A page for the payer’s browser, without a key. With the private key as Bearer, or with `embed=1`, the HTML to put into ' +
  'a page of one’s own; with `Accept: application/json` that HTML with its script, the wallet links and the status. ' +
  'A payer’s view and the wallet links give the intent its addresses; HTML that is pulled with the private key does not, and ' +
  'is filled in by its script in the payer’s browser.';

const Embed = Type.Optional(Type.Literal('1', { description: 'The fragment instead of the page.' }));
const Id = Type.String({ maxLength: 64, description: 'The payment intent.' });

/** What a private key can be refused for; where a public key stands in the path, that they are no pair too. */
const BY_KEY = ['missing_credentials', 'invalid_private_key', 'private_key_expired', 'ip_not_allowed'] as const;
const BY_PAIR = [...BY_KEY, 'key_pair_mismatch', 'mode_mismatch'] as const;

/** The same checkout under the three addresses by which it can be asked for. */
export const checkoutPages: readonly OpenRoute[] = [
  {
    ...BASE,
    id: 'checkout.page',
    path: '/{public_key}/checkout/{payment_intent_id}',
    summary: 'The checkout of a payment intent',
    description,
    query: Type.Object({ embed: Embed }),
    errors: BY_PAIR,
    handle: (context, call) =>
      answerCheckout(context, call, call.params['payment_intent_id'] ?? '', call.params['public_key'] ?? ''),
  },
  {
    ...BASE,
    id: 'checkout.find',
    path: '/{public_key}/checkout',
    summary: 'The same, by a query',
    query: Type.Object({ payment_intent_id: Id, embed: Embed }),
    errors: ['not_found', ...BY_PAIR],
    handle: (context, call) =>
      answerCheckout(context, call, call.query['payment_intent_id'] ?? '', call.params['public_key'] ?? ''),
  },
  {
    ...BASE,
    id: 'checkout.pull',
    path: '/checkout',
    summary: 'The same, by the private key alone',
    query: Type.Object({ payment_intent_id: Id, embed: Embed }),
    errors: ['not_found', 'unavailable', ...BY_KEY],
    handle: (context, call) => answerCheckout(context, call, call.query['payment_intent_id'] ?? '', undefined),
  },
];

/** With a public key from the path, which a private key must then belong to; or by the private key alone. */
async function answerCheckout(
  context: Context,
  call: Call,
  id: string,
  publicKeyInPath: string | undefined,
): Promise<Answer> {
  const { authorization, accept } = call.headers;
  const pulled = authorization !== undefined || publicKeyInPath === undefined;
  const publicKey = pulled
    ? (await authenticateKey(context, { publicKey: publicKeyInPath, authorization, address: call.address })).publicKey
    : publicKeyInPath;
  const json = wantsJson(accept);
  const page = !pulled && !json && call.query['embed'] === undefined;
  try {
    const view = await viewCheckout(context, publicKey, parseId('pi', id), pulled && !json ? 'server' : 'payer');
    return answerView(context, call, view, { publicKey, json, page });
  } catch (error) {
    const unknown = page && error instanceof Problem && error.code === 'not_found';
    if (!unknown) throw error;
    const href = `${context.config.baseUrl}${call.url}`;
    return { status: 404, headers: pageHeaders([], false), body: drawUnknownLink(context, call, href) };
  }
}

interface Wanted {
  publicKey: string;
  json: boolean;
  page: boolean;
}

function answerView(context: Context, call: Call, view: CheckoutView, { publicKey, json, page }: Wanted): Answer {
  const { intent, settings } = view;
  const href = checkoutUrl(context.config.baseUrl, publicKey, intent.id);
  const state = presentCheckout(view, context.clock.nowMs(), context.config.baseUrl);
  const html = drawCheckout(context, call, state, href, page ? 'page' : 'fragment');
  const headers = pageHeaders(settings.allowedOrigins, intent.livemode);
  if (!json) return { status: 200, headers, body: html };
  const { checkout, config } = context;
  const body = {
    payment_intent_id: intent.id,
    html,
    script_url: `${config.baseUrl}${CHECKOUT_ASSETS}/${checkout?.script.file ?? ''}`,
    script_integrity: checkout?.script.integrity ?? '',
    hosted_url: href,
    wallet_uris: state.options.map(({ network, asset, amount, address, uri }) => ({
      network,
      asset,
      amount,
      address,
      uri,
    })),
    status: state.status,
    expires_at: state.expires_at,
  };
  return { status: 200, headers: { vary: headers['vary'] ?? '' }, body: JSON.stringify(body) };
}

/** HTML unless JSON is asked for and HTML is not. */
function wantsJson(accept = ''): boolean {
  return /\bapplication\/(json|\*)/.test(accept) && !/\btext\/html\b/.test(accept);
}
