import { Type } from 'typebox';
import { LIMITS } from '../../domain/limits.ts';
import { listIntents as listIntentsUseCase } from '../../usecases/intents/list-intents.ts';
import { visibleNetworks } from '../../usecases/networks/view-networks.ts';
import { checkoutUrl } from '../server/addresses.ts';
import { toPageText } from '../server/json-text.ts';
import { intentPageQuery } from '../server/page-query.ts';
import { defineRoute } from '../server/route.ts';
import { closed } from '../server/shapes.ts';
import { exampleListedIntent } from './example-outcomes.ts';
import { intentFilterQuery, readIntentFilter } from './intent-filter.ts';
import { IntentPageSchema } from './intent-schema.ts';
import { serializeIntent } from './present-intent.ts';
import { readCursor } from './read-cursor.ts';

const Query = Type.Object({ ...intentFilterQuery, ...intentPageQuery }, closed);

export const listIntents = defineRoute({
  id: 'payment_intents.list',
  method: 'GET',
  path: '/{public_key}/payment_intents',
  tag: 'Payment intents',
  summary: 'List payment intents',
  description:
    'Returns the newest payment intents first. Filters can be combined; a page of several looks at ' +
    `${LIMITS.listedSearchedMax} payment intents at most, so it can be short and still have a \`next_cursor\`.`,
  access: 'payments:read',
  rateLimit: 'read',
  query: Query,
  answers: {
    200: {
      description: 'Returns a page of payment intents.',
      schema: IntentPageSchema,
      example: { data: [exampleListedIntent], next_cursor: null },
    },
  },
}).handle(async (context, { principal, query }) => {
  const store = await context.stores.of(principal);
  const page = await listIntentsUseCase(store, {
    ...readIntentFilter(query),
    limit: Number(query.limit ?? LIMITS.pageSizeDefault),
    ...(query.cursor === undefined ? {} : { olderThan: readCursor(query.cursor) }),
  });
  const presentation = { nowMs: context.clock.nowMs(), visibleNetworks: await visibleNetworks(context) };
  const { baseUrl } = context.config;
  const data = page.intents.map((intent) =>
    serializeIntent(intent, { ...presentation, checkoutUrl: checkoutUrl(baseUrl, principal.publicKey, intent.id) }),
  );
  return { status: 200, body: toPageText(data, page.next) };
});
