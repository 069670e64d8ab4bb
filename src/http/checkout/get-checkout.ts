import { type Static, Type } from 'typebox';
import { Problem } from '../../domain/errors.ts';
import { type IntentId, parseId } from '../../domain/ids.ts';
import { type CheckoutView, viewCheckout } from '../../usecases/checkout/view-checkout.ts';
import { checkoutUrl } from '../server/addresses.ts';
import type { ContentAnswer, EmptyAnswer, JsonAnswer } from '../server/answer.ts';
import type { AnyCall, ByKey } from '../server/call.ts';
import type { Context } from '../server/context.ts';
import { tagOf } from '../server/entity-tag.ts';
import { defineRoute } from '../server/route.ts';
import { ETAG, IF_NONE_MATCH, NOT_MODIFIED, unlessKnown } from '../server/unless-known.ts';
import { CHECKOUT_ASSETS } from './checkout-files.ts';
import { pageHeaders, planCheckoutPage, renderCheckoutPage, renderUnknownLinkPage } from './checkout-page.ts';
import { CheckoutPayloadSchema } from './checkout-payload-schema.ts';
import { examplePayload } from './examples.ts';
import { atTime, presentCheckout } from './present-checkout.ts';

const BASE = {
  method: 'GET',
  tag: 'Checkout',
  access: 'payments:read',
  rateLimit: 'read',
  headers: IF_NONE_MATCH,
  answers: {
    200: {
      description: 'Returns the page, the fragment to embed, or both as JSON.',
      schema: CheckoutPayloadSchema,
      example: examplePayload,
      alsoAs: ['text/html'],
      headers: ETAG,
    },
    304: NOT_MODIFIED,
    404: { description: 'Returns a page for an unknown link.', contentType: 'text/html', undocumented: true },
  },
} as const;

const description =
  'Without a key, returns a page for the payer’s browser. With the private key as bearer token, or with `embed=1`, ' +
  'returns the HTML to embed in your page. With `Accept: application/json`, returns that HTML with its script, the wallet ' +
  'links and the status. A request from a payer, or for JSON, assigns the payment intent’s addresses. A request for HTML ' +
  'with the private key does not: the script assigns them in the payer’s browser.';

const Embed = Type.Optional(Type.Literal('1', { description: 'Return the fragment instead of the page.' }));
const Id = Type.String({ maxLength: 64, description: 'The payment intent’s ID.' });

/** The same checkout under three URLs. */
export const checkoutPages = [
  defineRoute({
    ...BASE,
    id: 'checkout.page',
    path: '/{public_key}/checkout/{payment_intent_id}',
    summary: 'Retrieve a checkout',
    description,
    query: Type.Object({ embed: Embed }),
  }).handle(
    (context, call) => answerServer(context, call, call.params.payment_intent_id),
    (context, call) => answerPayer(context, call, call.params.payment_intent_id),
  ),
  defineRoute({
    ...BASE,
    id: 'checkout.find',
    path: '/{public_key}/checkout',
    summary: 'Retrieve a checkout by query',
    description: 'The same as “Retrieve a checkout”, for clients that put the ID into the query.',
    query: Type.Object({ payment_intent_id: Id, embed: Embed }),
    errors: ['not_found'],
  }).handle(
    (context, call) => answerServer(context, call, parseId('pi', call.query.payment_intent_id)),
    (context, call) => answerPayer(context, call, parseId('pi', call.query.payment_intent_id)),
  ),
  defineRoute({
    ...BASE,
    id: 'checkout.pull',
    path: '/checkout',
    summary: 'Retrieve a checkout by private key',
    description: 'The same as “Retrieve a checkout”, for servers: the private key says whose payment intent it is.',
    query: Type.Object({ payment_intent_id: Id, embed: Embed }),
    errors: ['not_found'],
  }).handle((context, call) => answerServer(context, call, parseId('pi', call.query.payment_intent_id))),
];

type CheckoutCall = Pick<AnyCall, 'url' | 'headers'>;

type CheckoutAnswer = JsonAnswer<200, Static<typeof CheckoutPayloadSchema>> | ContentAnswer<200> | EmptyAnswer<304>;

/** For a merchant's server, which embeds the checkout. */
async function answerServer(
  context: Context,
  call: CheckoutCall & ByKey,
  id: IntentId | undefined,
): Promise<CheckoutAnswer> {
  const { publicKey } = call.principal;
  const json = wantsJson(call.headers.accept);
  const view = await viewCheckout(context, publicKey, id, json ? 'payer' : 'server');
  return answerView(context, call, view, { publicKey, json, page: false });
}

/** For a payer's browser, or a script in it. */
async function answerPayer(
  context: Context,
  call: CheckoutCall & { params: { public_key: string }; query: { embed?: '1' } },
  id: IntentId | undefined,
): Promise<CheckoutAnswer | ContentAnswer<404>> {
  const publicKey = call.params.public_key;
  const json = wantsJson(call.headers.accept);
  const page = !json && call.query.embed === undefined;
  try {
    return answerView(context, call, await viewCheckout(context, publicKey, id), { publicKey, json, page });
  } catch (error) {
    const unknown = page && error instanceof Problem && error.code === 'not_found';
    if (!unknown) throw error;
    const href = `${context.config.baseUrl}${call.url}`;
    return { status: 404, headers: pageHeaders([], false), body: renderUnknownLinkPage(context, call, href) };
  }
}

interface Wanted {
  publicKey: string;
  json: boolean;
  page: boolean;
}

function answerView(
  context: Context,
  call: CheckoutCall,
  view: CheckoutView,
  { publicKey, json, page }: Wanted,
): CheckoutAnswer {
  const { intent, settings } = view;
  const href = checkoutUrl(context.config.baseUrl, publicKey, intent.id);
  const state = atTime(presentCheckout(view, context.config.baseUrl).state, context.clock.nowMs());
  const plan = planCheckoutPage(context, call, state, href, page ? 'page' : 'fragment');
  const pages = pageHeaders(settings.allowedOrigins, intent.livemode);
  if (!json) {
    return unlessKnown(call.headers, plan.tag, pages, (headers) => ({
      status: 200,
      headers,
      body: renderCheckoutPage(context, plan),
    }));
  }
  const { checkout, config } = context;
  return unlessKnown(call.headers, tagOf(`json ${plan.tag}`), { vary: pages.vary }, (headers) => ({
    status: 200,
    headers,
    body: {
      payment_intent_id: intent.id,
      html: renderCheckoutPage(context, plan).toString(),
      script_url: `${config.baseUrl}${CHECKOUT_ASSETS}/${checkout?.script.file ?? ''}`,
      script_integrity: checkout?.script.integrity ?? '',
      hosted_url: href,
      wallet_uris: state.options.flatMap(({ network, asset, amount, exact, address, uri, qr, manual, visible }) =>
        uri === null ? [] : [{ network, asset, amount, exact, address, uri, qr: qr ?? uri, manual, visible }],
      ),
      status: state.status,
      expires_at: state.expires_at,
    },
  }));
}

/** HTML, unless the client accepts JSON and not HTML. */
function wantsJson(accept = ''): boolean {
  return /\bapplication\/(json|\*)/.test(accept) && !/\btext\/html\b/.test(accept);
}
