import { Type } from 'typebox';
import { LIMITS } from '../../domain/limits.ts';
import { listItems as listItemsUseCase } from '../../usecases/items/list-items.ts';
import { itemPageQuery } from '../server/page-query.ts';
import type { KeyedRoute } from '../server/route.ts';
import { closed } from '../server/shapes.ts';
import { ItemPageSchema } from './item-schema.ts';
import { exampleItem, presentItem } from './present-item.ts';

export const listItems: KeyedRoute = {
  id: 'items.list',
  method: 'GET',
  path: '/{public_key}/items',
  tag: 'Items',
  summary: 'List the catalogue',
  description: 'By `item_id`, in pages.',
  access: 'payments:read',
  budget: 'read',
  query: Type.Object(itemPageQuery, closed),
  answers: {
    200: { description: 'One page.', schema: ItemPageSchema, example: { data: [exampleItem], next_cursor: null } },
  },
  async handle(context, { principal, query }) {
    const store = await context.stores.of(principal);
    const limit = Number(query['limit'] ?? LIMITS.pageSizeDefault);
    const page = await listItemsUseCase(store, { after: query['cursor'], limit });
    return {
      status: 200,
      body: JSON.stringify({ data: page.items.map(presentItem), next_cursor: page.next ?? null }),
    };
  },
};
