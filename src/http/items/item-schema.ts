import { type Static, Type } from 'typebox';
import { CURRENCY_CODE_PATTERN } from '../../domain/items/item.ts';
import { LIMITS } from '../../domain/limits.ts';
import { closed, nullable, Time } from '../server/shapes.ts';

const fields = {
  name: Type.String({ minLength: 1, maxLength: LIMITS.nameLengthMax, description: 'What the item is called.' }),
  unit_amount: Type.Integer({
    minimum: 0,
    maximum: LIMITS.amountMax,
    description: 'What one of it costs, in the smallest unit of the currency.',
  }),
  currency: Type.String({
    pattern: CURRENCY_CODE_PATTERN,
    description: 'The currency of the price. Stored in upper case.',
    'x-expected': 'a currency code of 3 to 12 letters or digits, such as EUR',
  }),
};

export const PutItemBody = Type.Object(fields);

export const CreateItemBody = Type.Object({
  item_id: Type.String({
    minLength: 1,
    maxLength: LIMITS.itemIdLengthMax,
    description: 'The identifier that payment intents name.',
  }),
  ...fields,
});

export type PutItemBody = Static<typeof PutItemBody>;
export type CreateItemBody = Static<typeof CreateItemBody>;

export const ItemSchema = Type.Object(
  {
    item_id: Type.String({ description: 'The identifier that payment intents name.' }),
    ...fields,
    updated_at: Time,
  },
  { ...closed, title: 'Item' },
);

export const ItemPageSchema = Type.Object(
  {
    data: Type.Array(ItemSchema),
    next_cursor: nullable(
      Type.String({ description: 'Send it as `cursor` to get the next page; null on the last one.' }),
    ),
  },
  closed,
);

export const ImportReportSchema = Type.Object(
  {
    imported: Type.Integer({ minimum: 0, description: 'How many lines are in the catalogue now.' }),
    errors: Type.Array(
      Type.Object(
        {
          line: Type.Integer({ minimum: 1, description: 'The number of the line in the text, the header being 1.' }),
          detail: Type.String({ description: 'What is wrong with it, in a sentence.' }),
        },
        closed,
      ),
      { description: 'The lines that were left out.' },
    ),
  },
  { ...closed, title: 'ImportReport' },
);
