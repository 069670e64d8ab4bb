import { LIMITS } from '../../domain/limits.ts';
import { createItem as createItemUseCase } from '../../usecases/items/create-item.ts';
import { importItems } from '../../usecases/items/import-items.ts';
import { defineRoute } from '../server/route.ts';
import { exampleCsv, exampleItem } from './examples.ts';
import { CreateItemBody, ImportReportSchema, ItemSchema } from './item-schema.ts';
import { itemOf, presentItem } from './present-item.ts';

const count = (value: number) => value.toLocaleString('en-US');

export const createItem = defineRoute({
  id: 'items.create',
  method: 'POST',
  path: '/{public_key}/items',
  tag: 'Items',
  summary: 'Create an item or import items',
  description:
    'A JSON body creates one item and fails if its `item_id` exists. A CSV body creates or overwrites many. Start it ' +
    'with the header `item_id,name,unit_amount,currency` (RFC 4180, UTF-8, at most ' +
    `${count(LIMITS.importLinesMax)} lines and 1 MiB). The import skips invalid lines and reports each one by its number.`,
  access: 'payments:write',
  rateLimit: 'create',
  body: {
    schema: CreateItemBody,
    examples: {
      item: {
        summary: 'One item',
        value: { item_id: 'sku_tulip_bulbs', name: 'Tulip bulbs, 25 pieces', unit_amount: 5_000, currency: 'USD' },
      },
    },
    csv: { description: 'A header line, then one line for each item.', example: exampleCsv },
  },
  answers: {
    201: { description: 'Returns the new item.', schema: ItemSchema, example: exampleItem },
    200: {
      description: 'Returns the result of the import.',
      schema: ImportReportSchema,
      example: { imported: 2, errors: [{ line: 4, detail: 'currency must be a code such as EUR.' }] },
    },
  },
  errors: ['item_exists'],
}).handle(async (context, { principal, body }) => {
  const store = await context.stores.of(principal);
  if (body.type === 'csv') return { status: 200, body: await importItems(context, store, body.text) };
  const item = await createItemUseCase(context, store, itemOf(body.value.item_id, body.value));
  return { status: 201, body: presentItem(item) };
});
