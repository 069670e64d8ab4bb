import { Type } from 'typebox';
import { LIMITS } from '../../domain/limits.ts';
import { listItems as listItemsUseCase } from '../../usecases/items/list-items.ts';
import { itemPageQuery } from '../server/page-query.ts';
import { defineRoute } from '../server/route.ts';
import { closed } from '../server/shapes.ts';
import { exampleItem } from './examples.ts';
import { ItemPageSchema } from './item-schema.ts';
import { presentItem } from './present-item.ts';

export const listItems = defineRoute({
  id: 'items.list',
  method: 'GET',
  path: '/{public_key}/items',
  tag: 'Items',
  summary: 'List items',
  description: 'Returns the items of the catalog, sorted by `item_id`.',
  access: 'payments:read',
  rateLimit: 'read',
  query: Type.Object(itemPageQuery, closed),
  answers: {
    200: {
      description: 'Returns a page of items.',
      schema: ItemPageSchema,
      example: { data: [exampleItem], next_cursor: null },
    },
  },
}).handle(async (context, { principal, query }) => {
  const store = await context.stores.of(principal);
  const limit = Number(query.limit ?? LIMITS.pageSizeDefault);
  const page = await listItemsUseCase(store, { after: query.cursor, limit });
  return { status: 200, body: { data: page.items.map(presentItem), next_cursor: page.next ?? null } };
});
