import { Type } from 'typebox';
import { Problem } from '../../domain/errors.ts';
import { isItemText } from '../../domain/items/item.ts';
import { LIMITS } from '../../domain/limits.ts';
import { deleteItem as deleteItemUseCase } from '../../usecases/items/delete-item.ts';
import type { KeyedRoute } from '../server/route.ts';

export const deleteItem: KeyedRoute = {
  id: 'items.delete',
  method: 'DELETE',
  path: '/{public_key}/items/{item_id}',
  tag: 'Items',
  summary: 'Remove an item',
  description: 'Invoices that were issued keep its name and price.',
  access: 'payments:write',
  budget: 'create',
  answers: {
    200: {
      description: 'The item is gone.',
      schema: Type.Object({ item_id: Type.String(), deleted: Type.Literal(true) }, { additionalProperties: false }),
      example: { item_id: 'sku_tulip_bulbs', deleted: true },
    },
  },
  async handle(context, { principal, params }) {
    const itemId = params['item_id'] ?? '';
    if (!isItemText(itemId, LIMITS.itemIdLengthMax)) throw new Problem('not_found', 'There is no item with this id.');
    await deleteItemUseCase(await context.stores.of(principal), itemId);
    return { status: 200, body: JSON.stringify({ item_id: itemId, deleted: true }) };
  },
};
