import { Type } from 'typebox';
import { parseId } from '../../domain/ids.ts';
import { LIMITS } from '../../domain/limits.ts';
import { listTransfers as listTransfersUseCase } from '../../usecases/transfers/list-transfers.ts';
import { transferPageQuery } from '../server/page-query.ts';
import { defineRoute } from '../server/route.ts';
import { closed } from '../server/shapes.ts';
import { exampleDust, exampleTransfer } from './examples.ts';
import { presentDust, presentTransfer } from './present-transfer.ts';
import { transferFilterQuery } from './transfer-filter-query.ts';
import { TransferPageSchema } from './transfer-schema.ts';

const Query = Type.Object(
  {
    ...transferFilterQuery,
    ...transferPageQuery,
  },
  closed,
);

export const listTransfers = defineRoute({
  id: 'transfers.list',
  method: 'GET',
  path: '/{public_key}/transfers',
  tag: 'Transfers',
  summary: 'List unmatched transfers',
  description:
    'Returns transfers that the merchant received and that match no payment intent, newest first. Each one has a reason ' +
    'and can be assigned. `claims` says for which payment intents payers claimed it, and `more_claims` how many more ' +
    'there are. `suggestions` lists at most ' +
    `${LIMITS.suggestionsMax} open payment intents at the same address, those that wait for the nearest amounts. ` +
    'Transfers below the dust floor of their asset are only counted, in `dust`.',
  access: 'payments:read',
  rateLimit: 'read',
  query: Query,
  answers: {
    200: {
      description: 'Returns a page of transfers.',
      schema: TransferPageSchema,
      example: { data: [exampleTransfer], next_cursor: null, dust: [exampleDust] },
    },
  },
  // For a payment intent in the query that does not exist.
  errors: ['not_found'],
}).handle(async (context, { principal, query }) => {
  const store = await context.stores.of(principal);
  const named = query.payment_intent_id;
  const { page, next } = await listTransfersUseCase(context, store, {
    unassigned: query.state !== 'all',
    of: named === undefined ? undefined : { intentId: parseId('pi', named) },
    olderThan: parseId('tr', query.cursor ?? ''),
    limit: Number(query.limit ?? LIMITS.pageSizeDefault),
  });
  const dust = (await store.transfers.listDust()).map(presentDust);
  return { status: 200, body: { data: page.map(presentTransfer), next_cursor: next ?? null, dust } };
});
