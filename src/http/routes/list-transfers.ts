import { Type } from 'typebox';
import { Problem } from '../../domain/errors.ts';
import { parseId } from '../../domain/ids.ts';
import { LIMITS } from '../../domain/limits.ts';
import { exampleTransfer, presentTransfer } from '../present-transfer.ts';
import type { KeyedRoute } from '../route.ts';
import { TransferPageSchema } from '../schemas/transfer.ts';

const Query = Type.Object(
  {
    state: Type.Optional(
      Type.Union([Type.Literal('unmatched'), Type.Literal('all')], {
        default: 'unmatched',
        description: 'Only those that nobody has assigned, or all.',
      }),
    ),
    payment_intent_id: Type.Optional(
      Type.String({ maxLength: 64, description: 'Only those that name this payment intent.' }),
    ),
    limit: Type.Optional(
      Type.String({
        pattern: '^([1-9][0-9]?|100)$',
        default: String(LIMITS.pageSizeDefault),
        description: `How many at once: 1 to ${LIMITS.pageSizeMax}.`,
        'x-expected': `a whole number from 1 to ${LIMITS.pageSizeMax}`,
      }),
    ),
    cursor: Type.Optional(
      Type.String({
        pattern: '^tr_[0-9A-Za-z]{22}$',
        description: 'The `next_cursor` of the page before.',
        'x-expected': 'the next_cursor of the page before',
      }),
    ),
  },
  { additionalProperties: false },
);

export const listTransfers: KeyedRoute = {
  id: 'transfers.list',
  method: 'GET',
  path: '/{public_key}/transfers',
  tag: 'Transfers',
  summary: 'List money without a payment intent',
  description:
    'Transfers that reached the merchant and count for no intent, newest first, with the reason. None of them is lost: ' +
    'they can be assigned.',
  access: 'payments:read',
  budget: 'read',
  query: Query,
  answers: {
    200: {
      description: 'One page.',
      schema: TransferPageSchema,
      example: { data: [exampleTransfer], next_cursor: null },
    },
  },
  async handle(context, { principal, query }) {
    const limit = Number(query['limit'] ?? LIMITS.pageSizeDefault);
    const olderThan = parseId('tr', query['cursor'] ?? '');
    const intentId = parseId('pi', query['payment_intent_id'] ?? '');
    if (query['payment_intent_id'] !== undefined && !intentId) {
      throw new Problem('not_found', 'There is no payment intent with this id for this merchant and mode.');
    }
    const store = await context.stores.of(principal);
    const found = await store.transfers.list({
      unassigned: query['state'] !== 'all',
      ...(intentId ? { intentId } : {}),
      ...(olderThan ? { olderThan } : {}),
      limit: limit + 1,
    });
    const page = found.slice(0, limit);
    const next = found.length > limit ? (page.at(-1)?.id ?? null) : null;
    return { status: 200, body: JSON.stringify({ data: page.map(presentTransfer), next_cursor: next }) };
  },
};
