import { Type } from 'typebox';
import { words } from '../server/shapes.ts';

/** The filters of the list and of the export. */
export const transferFilterQuery = {
  state: Type.Optional(
    words(['unmatched', 'all'], { description: 'Only transfers that are not assigned (the default), or all.' }),
  ),
  payment_intent_id: Type.Optional(
    Type.String({
      maxLength: 64,
      description: 'Only transfers that refer to this payment intent, or that may belong to it.',
    }),
  ),
};
