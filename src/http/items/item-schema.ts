import { Type } from 'typebox';
import { CURRENCY_CODE_PATTERN } from '../../domain/items/item.ts';
import { LIMITS } from '../../domain/limits.ts';
import { closed, NextCursor, Time } from '../server/shapes.ts';
import { whenEmpty } from '../server/when-empty.ts';

const fields = {
  name: whenEmpty(
    'Enter a name.',
    Type.String({
      minLength: 1,
      maxLength: LIMITS.nameLengthMax,
      description: 'The item’s name, shown on the checkout and the invoice.',
    }),
  ),
  unit_amount: Type.Integer({
    minimum: 0,
    maximum: LIMITS.amountMax,
    description: 'The price of one unit, in the smallest unit of the currency.',
    'x-currency': '/currency',
  }),
  currency: Type.String({
    pattern: CURRENCY_CODE_PATTERN,
    description: 'The currency code of the price. Stored in upper case.',
    'x-expected': 'a currency code of 3 to 12 letters or digits, such as EUR',
  }),
};

export const PutItemBody = Type.Object(fields);

export const CreateItemBody = Type.Object({
  item_id: whenEmpty(
    'Enter an item ID.',
    Type.String({
      minLength: 1,
      maxLength: LIMITS.itemIdLengthMax,
      description: 'The item’s ID, as used in the `items` of a payment intent.',
    }),
  ),
  ...fields,
});

export const ItemSchema = Type.Object(
  {
    item_id: Type.String({ description: 'The item’s ID, as used in the `items` of a payment intent.' }),
    ...fields,
    updated_at: Time('When it was last changed.'),
  },
  { ...closed, title: 'Item', description: 'An item of the catalog.' },
);

export const ItemPageSchema = Type.Object({ data: Type.Array(ItemSchema), next_cursor: NextCursor }, closed);

export const DeletedItemSchema = Type.Object(
  { item_id: Type.String({ description: 'The item’s ID.' }), deleted: Type.Literal(true) },
  closed,
);

export const ImportReportSchema = Type.Object(
  {
    imported: Type.Integer({ minimum: 0, description: 'The number of imported lines.' }),
    errors: Type.Array(
      Type.Object(
        {
          line: Type.Integer({ minimum: 1, description: 'The line’s number in the text. The header is line 1.' }),
          detail: Type.String({ description: 'What is wrong with the line.' }),
        },
        closed,
      ),
      { description: 'The lines that were skipped.' },
    ),
  },
  { ...closed, title: 'ImportReport', description: 'The result of an import.' },
);
