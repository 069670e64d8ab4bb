import { type TString, Type } from 'typebox';
import { LIMITS } from '../../domain/limits.ts';

const description = 'The `next_cursor` of the page before.';

/** How a list is read in pages: so many at once, from where the page before has ended. */
const pageQuery = <C extends TString>(cursor: C) => ({
  limit: Type.Optional(
    Type.String({
      pattern: '^([1-9][0-9]?|100)$',
      default: String(LIMITS.pageSizeDefault),
      description: `How many at once: 1 to ${LIMITS.pageSizeMax}.`,
      'x-expected': `a whole number from 1 to ${LIMITS.pageSizeMax}`,
    }),
  ),
  cursor: Type.Optional(cursor),
});

export const intentPageQuery = pageQuery(
  Type.String({ pattern: '^pi_[0-9A-Za-z]{22}$', description, 'x-expected': 'the next_cursor of the page before' }),
);

export const transferPageQuery = pageQuery(
  Type.String({ pattern: '^tr_[0-9A-Za-z]{22}$', description, 'x-expected': 'the next_cursor of the page before' }),
);

export const itemPageQuery = pageQuery(Type.String({ maxLength: LIMITS.itemIdLengthMax, description }));
