import { type Static, Type } from 'typebox';
import { LIMITS } from '../../domain/limits.ts';
import type { IntentFilter } from '../../ports/intents.ts';
import { listIntents as listIntentsUseCase } from '../../usecases/intents/list-intents.ts';
import { visibleNetworks } from '../../usecases/networks/view-networks.ts';
import { checkoutUrl } from '../server/addresses.ts';
import { toPageText } from '../server/json-text.ts';
import { intentPageQuery } from '../server/page-query.ts';
import { defineRoute } from '../server/route.ts';
import { closed, statusWords } from '../server/shapes.ts';
import { readTime, timeQuery } from '../server/time-query.ts';
import { exampleIntent } from './examples.ts';
import { IntentPageSchema } from './intent-schema.ts';
import { serializeIntent } from './present-intent.ts';
import { readCursor } from './read-cursor.ts';

const Query = Type.Object(
  {
    status: Type.Optional(statusWords({ description: 'Only payment intents with this status.' })),
    asset: Type.Optional(
      Type.String({ maxLength: 16, description: 'Only payment intents in this asset, such as `SOL`.' }),
    ),
    email: Type.Optional(
      Type.String({
        maxLength: LIMITS.emailLengthMax,
        description: 'Only payment intents of the customer with this email address. Ignores case.',
      }),
    ),
    order_id: Type.Optional(
      Type.String({ maxLength: LIMITS.orderIdLengthMax, description: 'Only payment intents with this order ID.' }),
    ),
    created_after: timeQuery('Only payment intents created after this time.'),
    created_before: timeQuery('Only payment intents created before this time.'),
    ...intentPageQuery,
  },
  closed,
);

export const listIntents = defineRoute({
  id: 'payment_intents.list',
  method: 'GET',
  path: '/{public_key}/payment_intents',
  tag: 'Payment intents',
  summary: 'List payment intents',
  description: 'Returns the newest payment intents first. Filters can be combined.',
  access: 'payments:read',
  rateLimit: 'read',
  query: Query,
  answers: {
    200: {
      description: 'Returns a page of payment intents.',
      schema: IntentPageSchema,
      example: { data: [exampleIntent], next_cursor: null },
    },
  },
}).handle(async (context, { principal, query }) => {
  const store = await context.stores.of(principal);
  const page = await listIntentsUseCase(store, readFilter(query));
  const presentation = { nowMs: context.clock.nowMs(), visibleNetworks: await visibleNetworks(context) };
  const { baseUrl } = context.config;
  const data = page.intents.map((intent) =>
    serializeIntent(intent, { ...presentation, checkoutUrl: checkoutUrl(baseUrl, principal.publicKey, intent.id) }),
  );
  return { status: 200, body: toPageText(data, page.next) };
});

function readFilter(query: Static<typeof Query>): IntentFilter {
  const { status, asset, email, order_id: orderId, created_after: after, created_before: before, cursor } = query;
  return {
    limit: Number(query.limit ?? LIMITS.pageSizeDefault),
    ...(status === undefined ? {} : { status }),
    ...(asset === undefined ? {} : { asset: asset.toUpperCase() }),
    ...(email === undefined ? {} : { email }),
    ...(orderId === undefined ? {} : { orderId }),
    ...(after === undefined ? {} : { createdAfterMs: readTime('created_after', after) }),
    ...(before === undefined ? {} : { createdBeforeMs: readTime('created_before', before) }),
    ...(cursor === undefined ? {} : { olderThan: readCursor(cursor) }),
  };
}
