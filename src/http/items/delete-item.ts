import { Problem } from '../../domain/errors.ts';
import { isItemText } from '../../domain/items/item.ts';
import { LIMITS } from '../../domain/limits.ts';
import { deleteItem as deleteItemUseCase } from '../../usecases/items/delete-item.ts';
import { defineRoute } from '../server/route.ts';
import { exampleItem } from './examples.ts';
import { DeletedItemSchema } from './item-schema.ts';

export const deleteItem = defineRoute({
  id: 'items.delete',
  method: 'DELETE',
  path: '/{public_key}/items/{item_id}',
  tag: 'Items',
  summary: 'Delete an item',
  description: 'Invoices that have been issued keep the item’s name and price.',
  access: 'payments:write',
  rateLimit: 'create',
  answers: {
    200: {
      description: 'Returns the ID of the deleted item.',
      schema: DeletedItemSchema,
      example: { item_id: exampleItem.item_id, deleted: true },
    },
  },
}).handle(async (context, { principal, params: { item_id: itemId } }) => {
  if (!isItemText(itemId, LIMITS.itemIdLengthMax)) throw new Problem('not_found', 'Item not found.');
  await deleteItemUseCase(await context.stores.of(principal), itemId);
  return { status: 200, body: { item_id: itemId, deleted: true } };
});
