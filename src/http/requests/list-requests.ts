import { type Static, Type } from 'typebox';
import { type KeyId, parseId } from '../../domain/ids.ts';
import { LIMITS } from '../../domain/limits.ts';
import { parseRequestId, type RequestId } from '../../domain/requests/request-id.ts';
import type { RequestFilter } from '../../ports/request-log.ts';
import { getIntent } from '../../usecases/intents/get-intent.ts';
import { invalidQuery } from '../server/invalid-query.ts';
import { requestPageQuery } from '../server/page-query.ts';
import { readRenamed } from '../server/read-renamed.ts';
import { defineRoute } from '../server/route.ts';
import { closed, words } from '../server/shapes.ts';
import { readTime, timeQuery } from '../server/time-query.ts';
import { exampleRequest } from './examples.ts';
import { presentRequest } from './present-request.ts';
import { RequestPageSchema } from './request-schema.ts';

const Query = Type.Object(
  {
    status: Type.Optional(
      Type.String({
        pattern: '^[1-5]([0-9]{2}|xx)$',
        description: 'Only requests that were answered with this status, such as `404`, or class, such as `4xx`.',
        'x-expected': 'a status such as 404 or a class such as 4xx',
      }),
    ),
    method: Type.Optional(
      words(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'], { description: 'Only requests with this method.' }),
    ),
    route: Type.Optional(
      Type.String({
        maxLength: 256,
        description: 'Only requests to this route, such as `/{public_key}/payment_intents`.',
      }),
    ),
    key_id: Type.Optional(
      Type.String({ maxLength: 64, description: 'Only requests with the API key that has this ID.' }),
    ),
    code: Type.Optional(Type.String({ maxLength: 64, description: 'Only requests that failed with this error code.' })),
    problem: Type.Optional(
      Type.String({
        maxLength: 64,
        description: 'The former name of `code`, which still works. If you send both, they must be equal.',
      }),
    ),
    payment_intent_id: Type.Optional(
      Type.String({
        maxLength: 64,
        description: 'Only requests whose path names this payment intent, and the one that created it.',
      }),
    ),
    after: timeQuery('Only requests after this time.'),
    before: timeQuery('Only requests before this time.'),
    ...requestPageQuery,
  },
  closed,
);

export const listRequests = defineRoute({
  id: 'request_log.list',
  method: 'GET',
  path: '/{public_key}/request_log',
  tag: 'Request log',
  summary: 'List requests',
  description:
    'Returns the calls that were made with the merchant’s API keys in this mode, newest first, shortly after they were ' +
    'answered. Filters can be combined. A page searches the next ' +
    `${LIMITS.requestLogSearchedMax.toLocaleString('en-US')} requests, so it can be short or even empty: go on until ` +
    '`next_cursor` is null. Requests without a valid key are not logged.',
  access: 'payments:read',
  rateLimit: 'read',
  query: Query,
  answers: {
    200: {
      description: 'Returns a page of requests.',
      schema: RequestPageSchema,
      example: { data: [exampleRequest], next_cursor: null },
    },
  },
  // For a payment intent in the query that does not exist.
  errors: ['not_found'],
}).handle(async (context, { principal, query }) => {
  const store = await context.stores.of(principal);
  const named = query.payment_intent_id;
  const intent = named === undefined ? undefined : await getIntent(store, parseId('pi', named));
  const { requests, next } = await store.requests.list({
    ...readFilter(query),
    ...(intent ? { intentId: intent.id } : {}),
  });
  return {
    status: 200,
    body: { data: requests.map(presentRequest), next_cursor: next ?? null },
  };
});

function readFilter(query: Static<typeof Query>): RequestFilter {
  const { status, method, route, key_id: keyId, after, before, cursor } = query;
  const problem = readRenamed(query, 'code', 'problem');
  return {
    limit: Number(query.limit ?? LIMITS.pageSizeDefault),
    ...(status === undefined ? {} : { status: readStatus(status) }),
    ...(method === undefined ? {} : { method }),
    ...(route === undefined ? {} : { route }),
    ...(keyId === undefined ? {} : { keyId: readKeyId(keyId) }),
    ...(problem === undefined ? {} : { problem }),
    ...(after === undefined ? {} : { afterMs: readTime('after', after) }),
    ...(before === undefined ? {} : { beforeMs: readTime('before', before) }),
    ...(cursor === undefined ? {} : { olderThan: readCursor(cursor) }),
  };
}

const readStatus = (text: string): { from: number; to: number } => ({
  from: Number(text.replace('xx', '00')),
  to: Number(text.replace('xx', '99')),
});

function readKeyId(text: string): KeyId {
  const id = parseId('key', text);
  if (id) return id;
  throw invalidQuery('key_id', 'the ID of an API key');
}

function readCursor(text: string): RequestId {
  const id = parseRequestId(text);
  if (id) return id;
  throw invalidQuery('cursor', 'the next_cursor of the previous page');
}
