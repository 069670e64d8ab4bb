import { Problem } from '../../domain/errors.ts';
import { isItemText } from '../../domain/items/item.ts';
import { LIMITS } from '../../domain/limits.ts';
import { putItem as putItemUseCase } from '../../usecases/items/put-item.ts';
import type { KeyedRoute } from '../server/route.ts';
import { ItemSchema, PutItemBody } from './item-schema.ts';
import { exampleItem, itemOf, presentItem } from './present-item.ts';

export const putItem: KeyedRoute = {
  id: 'items.put',
  method: 'PUT',
  path: '/{public_key}/items/{item_id}',
  tag: 'Items',
  summary: 'Write an item',
  description: 'Creates the item, or overwrites it. Invoices that were issued keep the name and the price they have.',
  access: 'payments:write',
  budget: 'create',
  body: {
    schema: PutItemBody,
    examples: {
      item: { summary: 'A name and a price', value: { name: 'Tulip bulbs', unit_amount: 5_000, currency: 'USD' } },
    },
  },
  answers: {
    200: { description: 'The item was overwritten.', schema: ItemSchema, example: exampleItem },
    201: { description: 'The item was created.', schema: ItemSchema, example: exampleItem },
  },
  async handle(context, { principal, params, body }) {
    const itemId = params['item_id'] ?? '';
    if (!isItemText(itemId, LIMITS.itemIdLengthMax)) throw notValid();
    const store = await context.stores.of(principal);
    const { item, created } = await putItemUseCase(context, store, itemOf(itemId, body.value as PutItemBody));
    return { status: created ? 201 : 200, body: JSON.stringify(presentItem(item)) };
  },
};

const notValid = () => {
  const detail = `Must be a text of 1 to ${LIMITS.itemIdLengthMax} characters without U+0000.`;
  return new Problem('validation_failed', 'The item’s id is not valid.', {
    errors: [{ parameter: 'item_id', code: 'invalid_text', detail }],
  });
};
