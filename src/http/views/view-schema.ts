import { Type } from 'typebox';
import { LIMITS } from '../../domain/limits.ts';
import { closed, Time } from '../server/shapes.ts';

const name = Type.String({
  minLength: 1,
  maxLength: LIMITS.savedViewNameLengthMax,
  description: 'What people see. A view with the same name in any case is replaced.',
});

const query = Type.String({
  maxLength: LIMITS.savedViewQueryLengthMax,
  pattern: '^[^?#\\s]*$',
  description: 'The filters, as in the URL of the payments page: `status=expired&asset=BTC`.',
  'x-expected': 'a query without question mark, fragment or spaces',
});

export const SaveViewBody = Type.Object({ name, query }, closed);

export const SavedViewSchema = Type.Object(
  {
    id: Type.String({ description: 'The ID of the view.' }),
    object: Type.Literal('saved_view'),
    name,
    query,
    created_at: Time('When it was saved first.'),
  },
  { ...closed, title: 'SavedView' },
);

export const SavedViewListSchema = Type.Object({ data: Type.Array(SavedViewSchema) }, closed);
