import { type TString, Type } from 'typebox';
import { LIMITS } from '../../domain/limits.ts';

const description = 'The `next_cursor` of the previous page.';

/** The query parameters of a list: the page size, and where the page starts. */
const pageQuery = <C extends TString>(cursor: C) => ({
  limit: Type.Optional(
    Type.String({
      pattern: '^([1-9][0-9]?|100)$',
      default: String(LIMITS.pageSizeDefault),
      description: `The page size: 1 to ${LIMITS.pageSizeMax}.`,
      'x-expected': `a whole number from 1 to ${LIMITS.pageSizeMax}`,
    }),
  ),
  cursor: Type.Optional(cursor),
});

export const intentPageQuery = pageQuery(
  Type.String({ pattern: '^pi_[0-9A-Za-z]{22}$', description, 'x-expected': 'the next_cursor of the previous page' }),
);

export const transferPageQuery = pageQuery(
  Type.String({ pattern: '^tr_[0-9A-Za-z]{22}$', description, 'x-expected': 'the next_cursor of the previous page' }),
);

export const deliveryPageQuery = pageQuery(
  Type.String({ pattern: '^dlv_[0-9A-Za-z]{22}$', description, 'x-expected': 'the next_cursor of the previous page' }),
);

export const requestPageQuery = pageQuery(
  Type.String({ pattern: '^req_[0-9a-f]{24}$', description, 'x-expected': 'the next_cursor of the previous page' }),
);

export const auditPageQuery = pageQuery(
  Type.String({ pattern: '^[1-9][0-9]{0,17}$', description, 'x-expected': 'the next_cursor of the previous page' }),
);

export const invoicePageQuery = pageQuery(
  Type.String({
    pattern: '^(invoice|credit_note)-[1-9][0-9]{0,8}$',
    description,
    'x-expected': 'the next_cursor of the previous page',
  }),
);

export const itemPageQuery = pageQuery(Type.String({ maxLength: LIMITS.itemIdLengthMax, description }));
