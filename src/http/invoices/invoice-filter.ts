import { type Static, Type } from 'typebox';
import type { InvoiceFilter } from '../../ports/invoices.ts';
import { readTime, timeQuery } from '../server/time-query.ts';

/** The filters of invoices, in lists and exports. */
export const invoiceFilterQuery = {
  issued_after: timeQuery('Only issued after this time.'),
  issued_before: timeQuery('Only issued before this time.'),
};

const Filter = Type.Object(invoiceFilterQuery);

export const readInvoiceFilter = ({
  issued_after: after,
  issued_before: before,
}: Static<typeof Filter>): Omit<InvoiceFilter, 'limit' | 'olderThan'> => ({
  ...(after === undefined ? {} : { issuedAfterMs: readTime('issued_after', after) }),
  ...(before === undefined ? {} : { issuedBeforeMs: readTime('issued_before', before) }),
});
