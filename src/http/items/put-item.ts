import { Problem } from '../../domain/errors.ts';
import { isItemText } from '../../domain/items/item.ts';
import { LIMITS } from '../../domain/limits.ts';
import { putItem as putItemUseCase } from '../../usecases/items/put-item.ts';
import { defineRoute } from '../server/route.ts';
import { exampleItem } from './examples.ts';
import { ItemSchema, PutItemBody } from './item-schema.ts';
import { itemOf, presentItem } from './present-item.ts';

export const putItem = defineRoute({
  id: 'items.put',
  method: 'PUT',
  path: '/{public_key}/items/{item_id}',
  tag: 'Items',
  summary: 'Create or update an item',
  description: 'Invoices that have been issued keep the name and price they have.',
  access: 'payments:write',
  rateLimit: 'create',
  body: {
    schema: PutItemBody,
    examples: {
      item: { summary: 'A name and a price', value: { name: 'Tulip bulbs', unit_amount: 5_000, currency: 'USD' } },
    },
  },
  answers: {
    200: { description: 'Returns the updated item.', schema: ItemSchema, example: exampleItem },
    201: { description: 'Returns the new item.', schema: ItemSchema, example: exampleItem },
  },
}).handle(async (context, { principal, params: { item_id: itemId }, body }) => {
  if (!isItemText(itemId, LIMITS.itemIdLengthMax)) throw invalidItemId();
  const store = await context.stores.of(principal);
  const { item, created } = await putItemUseCase(context, store, itemOf(itemId, body.value));
  return { status: created ? 201 : 200, body: presentItem(item) };
});

const invalidItemId = () => {
  const detail = `Must be a text of 1 to ${LIMITS.itemIdLengthMax} characters without U+0000.`;
  return new Problem('validation_failed', 'The item ID is invalid.', {
    errors: [{ parameter: 'item_id', code: 'invalid_text', detail }],
  });
};
