import { type Static, type TSchema, Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import type { IntentSchema } from '../intents/intent-schema.ts';
import { exampleWallet } from '../wallets/examples.ts';
import type { WalletSchema } from '../wallets/wallet-schema.ts';
import type { JsonText } from './json-text.ts';
import { defineRoute } from './route.ts';
import { statusWords } from './shapes.ts';

const Answer = Type.Object({ id: Type.String(), count: Type.Integer(), status: statusWords() });

const doc = {
  id: 'things.get',
  method: 'GET',
  path: '/{public_key}/things/{payment_intent_id}',
  tag: 'Items',
  summary: 'Retrieve a thing',
  access: 'payments:read',
  rateLimit: 'read',
  query: Type.Object({ limit: Type.Optional(Type.String()) }),
  answers: { 200: { description: 'Returns the thing.', schema: Answer } },
} as const;

const body = { id: 'x', count: 1, status: 'succeeded' } as const;

const handle = () => ({ status: 200, body }) as const;

it('a route keeps what it declares, and its handler', () => {
  expect(defineRoute(doc).handle(handle)).toEqual({ ...doc, handle });
});

/** Takes what a presenter of this schema may return. */
const presenter = <Schema extends TSchema>(present: () => Static<Schema>) => present;

/**
 * The type check fails if one of these lines compiles: `@ts-expect-error` must be followed by an error. None of the
 * handlers is called.
 */
describe('these mistakes do not compile:', () => {
  it('a presenter that omits a field', () => {
    // @ts-expect-error -- every other member of an intent is missing
    presenter<typeof IntentSchema>(() => ({ id: 'x', object: 'payment_intent' }));
    const { effective_at: _, ...rest } = exampleWallet;
    // @ts-expect-error -- effective_at is missing
    presenter<typeof WalletSchema>(() => rest);
    presenter<typeof WalletSchema>(() => exampleWallet);
  });

  it('an answer that omits a member, or has one of the wrong type', () => {
    // @ts-expect-error -- count is missing
    defineRoute(doc).handle(() => ({ status: 200, body: { id: 'x', status: 'succeeded' } }));
    // @ts-expect-error -- count is a number
    defineRoute(doc).handle(() => ({ status: 200, body: { ...body, count: '1' } }));
  });

  it('an answer with text that no typed serializer wrote', () => {
    // @ts-expect-error -- a plain string is not JsonText
    defineRoute(doc).handle(() => ({ status: 200, body: JSON.stringify(body) }));
    const other = '{}' as JsonText<{ id: string }>;
    // @ts-expect-error -- the text is that of another type
    defineRoute(doc).handle(() => ({ status: 200, body: other }));
  });

  it('an answer with an undeclared status', () => {
    // @ts-expect-error -- 201 is not in `answers`
    defineRoute(doc).handle(() => ({ status: 201, body }));
  });

  it('a page without a content type', () => {
    const page = { ...doc, answers: { 200: { description: 'Returns a page.', contentType: 'text/html' } } } as const;
    // @ts-expect-error -- the header content-type is missing
    defineRoute(page).handle(() => ({ status: 200, headers: {}, body: '<p>' }));
  });

  it('a path parameter that is not in the path', () => {
    // @ts-expect-error -- the path has no wallet_id
    defineRoute(doc).handle((_, { params }) => ({ status: 200, body: { ...body, id: String(params.wallet_id) } }));
  });

  it('a path parameter of another type', () => {
    // @ts-expect-error -- it may be undefined, because it may be no valid ID
    defineRoute(doc).handle((_, { params }) => ({ status: 200, body: { ...body, id: params.payment_intent_id } }));
  });

  it('a query parameter that does not exist', () => {
    // @ts-expect-error -- the query has no cursor
    defineRoute(doc).handle((_, { query }) => ({ status: 200, body: { ...body, id: String(query.cursor) } }));
  });

  it('the body of a route that has none', () => {
    // @ts-expect-error -- the body is undefined
    defineRoute(doc).handle((_, call) => ({ status: 200, body: { ...body, id: call.body.text } }));
  });

  it('a wrong status word', () => {
    // @ts-expect-error -- the word is `succeeded`
    defineRoute(doc).handle(() => ({ status: 200, body: { ...body, status: 'paid' } }));
    // @ts-expect-error -- there is no such status
    const status: Static<typeof IntentSchema>['status'] = 'settled';
    expect(status).toBe('settled');
  });

  it('the session of a route that needs a key, and an unknown scope', () => {
    // @ts-expect-error -- a keyed call has a principal and no session
    defineRoute(doc).handle((_, { signedIn }) => ({ status: 200, body: { ...body, id: signedIn.user.id } }));
    // @ts-expect-error -- there is no such scope
    defineRoute({ ...doc, access: 'payments:delete' }).handle(() => ({ status: 200, body }));
  });
});
