import { LIMITS } from '../../domain/limits.ts';
import { createItem as createItemUseCase } from '../../usecases/items/create-item.ts';
import { importItems } from '../../usecases/items/import-items.ts';
import type { KeyedRoute } from '../server/route.ts';
import { CreateItemBody, ImportReportSchema, ItemSchema } from './item-schema.ts';
import { exampleItem, itemOf, presentItem } from './present-item.ts';

const count = (value: number) => value.toLocaleString('en-US');

export const createItem: KeyedRoute = {
  id: 'items.create',
  method: 'POST',
  path: '/{public_key}/items',
  tag: 'Items',
  summary: 'Add an item, or import many',
  description:
    'JSON adds one item, and is refused where its `item_id` exists. ' +
    'CSV with the header `item_id,name,unit_amount,currency` (RFC 4180, UTF-8, at most ' +
    `${count(LIMITS.importLinesMax)} lines and 1 MiB) creates and overwrites: every good line is taken, and each other one is reported with its number.`,
  access: 'payments:write',
  budget: 'create',
  body: {
    schema: CreateItemBody,
    examples: {
      item: {
        summary: 'One item',
        value: { item_id: 'sku_tulip_bulbs', name: 'Tulip bulbs, 25 pieces', unit_amount: 5_000, currency: 'USD' },
      },
    },
    csv: {
      description: 'A header and a line for each item.',
      example: 'item_id,name,unit_amount,currency\nsku_vase,"Vase, blue",3490,EUR\nsku_card,Card,300,EUR\n',
    },
  },
  answers: {
    201: { description: 'The item was added.', schema: ItemSchema, example: exampleItem },
    200: {
      description: 'The import is done.',
      schema: ImportReportSchema,
      example: { imported: 2, errors: [{ line: 4, detail: 'currency must be a code such as EUR.' }] },
    },
  },
  errors: ['item_exists'],
  async handle(context, { principal, body }) {
    const store = await context.stores.of(principal);
    if (body.isCsv) return { status: 200, body: JSON.stringify(await importItems(context, store, body.text)) };
    const sent = body.value as CreateItemBody;
    const item = await createItemUseCase(context, store, itemOf(sent.item_id, sent));
    return { status: 201, body: JSON.stringify(presentItem(item)) };
  },
};
