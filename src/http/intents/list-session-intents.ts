import { Type } from 'typebox';
import { LIMITS } from '../../domain/limits.ts';
import { searchIntents } from '../../usecases/intents/search-intents.ts';
import { findPublicKey } from '../../usecases/keys/find-public-key.ts';
import { visibleNetworks } from '../../usecases/networks/view-networks.ts';
import { checkoutUrl } from '../server/addresses.ts';
import { toPageText } from '../server/json-text.ts';
import { intentPageQuery } from '../server/page-query.ts';
import { defineRoute } from '../server/route.ts';
import { closed, statusWords } from '../server/shapes.ts';
import { tenantOf } from '../sessions/tenant-of.ts';
import { IntentPageSchema } from './intent-schema.ts';
import { serializeIntent } from './present-intent.ts';
import { readCursor } from './read-cursor.ts';

const Query = Type.Object(
  {
    status: Type.Optional(statusWords({ description: 'Only payment intents with this status.' })),
    q: Type.Optional(
      Type.String({
        maxLength: LIMITS.emailLengthMax,
        description: 'A payment intent ID, an email address (ignores case) or an order ID.',
      }),
    ),
    ...intentPageQuery,
  },
  closed,
);

export const listSessionIntents = defineRoute({
  id: 'payment_intents.search',
  method: 'GET',
  path: '/dashboard/api/{mode}/payment_intents',
  tag: 'Payments',
  summary: 'Search payment intents',
  description: 'Returns the newest payment intents first.',
  access: 'session',
  permission: 'payments:read',
  rateLimit: 'read',
  query: Query,
  answers: { 200: { description: 'Returns a page of payment intents.', schema: IntentPageSchema } },
}).handle(async (context, call) => {
  const { status, q = '', limit, cursor } = call.query;
  const tenant = tenantOf(context, call);
  const filter = {
    limit: Number(limit ?? LIMITS.pageSizeDefault),
    ...(status === undefined ? {} : { status }),
    ...(cursor === undefined ? {} : { olderThan: readCursor(cursor) }),
  };
  const [store, publicKey] = await Promise.all([context.stores.of(tenant), findPublicKey(context, tenant)]);
  const page = await searchIntents(store, filter, q);
  const presentation = { nowMs: context.clock.nowMs(), visibleNetworks: await visibleNetworks(context) };
  const { baseUrl } = context.config;
  const data = page.intents.map((intent) =>
    serializeIntent(intent, { ...presentation, checkoutUrl: checkoutUrl(baseUrl, publicKey, intent.id) }),
  );
  return { status: 200, body: toPageText(data, page.next) };
});
