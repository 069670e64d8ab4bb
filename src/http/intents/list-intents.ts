import { Type } from 'typebox';
import { Problem } from '../../domain/errors.ts';
import { parseId } from '../../domain/ids.ts';
import type { IntentStatus } from '../../domain/intents/intent-status.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { IntentFilter } from '../../ports/intents.ts';
import { listIntents as listIntentsUseCase } from '../../usecases/intents/list-intents.ts';
import { checkoutUrl } from '../server/addresses.ts';
import { intentPageQuery } from '../server/page-query.ts';
import type { Route } from '../server/route.ts';
import { closed, statusWords } from '../server/shapes.ts';
import { exampleIntent } from './example-intent.ts';
import { IntentPageSchema } from './intent-schema.ts';
import { presentIntent } from './present-intent.ts';

const Time = (description: string) =>
  Type.Optional(
    Type.String({
      pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$',
      description,
      'x-expected': 'a time such as 2026-11-15T09:30:00Z',
    }),
  );

const Query = Type.Object(
  {
    status: Type.Optional(statusWords({ description: 'Only intents in this status.' })),
    asset: Type.Optional(Type.String({ maxLength: 16, description: 'Only intents due in this asset, such as `SOL`.' })),
    email: Type.Optional(
      Type.String({ maxLength: LIMITS.emailLengthMax, description: 'Only intents of this customer, in any case.' }),
    ),
    order_id: Type.Optional(
      Type.String({ maxLength: LIMITS.orderIdLengthMax, description: 'Only intents of this order.' }),
    ),
    created_after: Time('Only intents made after this time.'),
    created_before: Time('Only intents made before this time.'),
    ...intentPageQuery,
  },
  closed,
);

export const listIntents: Route = {
  id: 'payment_intents.list',
  method: 'GET',
  path: '/{public_key}/payment_intents',
  tag: 'Payment intents',
  summary: 'List payment intents',
  description: 'Newest first, in pages. Conditions can be combined.',
  access: 'payments:read',
  budget: 'read',
  query: Query,
  answers: {
    200: { description: 'One page.', schema: IntentPageSchema, example: { data: [exampleIntent], next_cursor: null } },
  },
  async handle(context, { principal, query }) {
    const store = await context.stores.of(principal);
    const page = await listIntentsUseCase(store, readFilter(query));
    const nowMs = context.clock.nowMs();
    const data = page.intents.map((intent) =>
      presentIntent(intent, {
        checkoutUrl: checkoutUrl(context.config.baseUrl, principal.publicKey, intent.id),
        nowMs,
      }),
    );
    return { status: 200, body: `{"data":[${data.join(',')}],"next_cursor":${JSON.stringify(page.next ?? null)}}` };
  },
};

function readFilter(query: Record<string, string>): IntentFilter {
  const { status, asset, email, order_id: orderId, created_after: after, created_before: before, cursor } = query;
  const olderThan = cursor === undefined ? undefined : parseId('pi', cursor);
  if (cursor !== undefined && olderThan === undefined) throw notValid('cursor', 'the next_cursor of the page before');
  return {
    limit: Number(query['limit'] ?? LIMITS.pageSizeDefault),
    ...(status === undefined ? {} : { status: status as IntentStatus }),
    ...(asset === undefined ? {} : { asset: asset.toUpperCase() }),
    ...(email === undefined ? {} : { email }),
    ...(orderId === undefined ? {} : { orderId }),
    ...(after === undefined ? {} : { createdAfterMs: readTime('created_after', after) }),
    ...(before === undefined ? {} : { createdBeforeMs: readTime('created_before', before) }),
    ...(olderThan === undefined ? {} : { olderThan }),
  };
}

/** The form is checked by the schema; whether such a day and hour exist, only by reading it. */
function readTime(parameter: string, text: string): number {
  const ms = Date.parse(text);
  // The parser takes the 30th of February for the 2nd of March.
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split('-').map(Number);
  const exists = new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day;
  if (!exists || Number.isNaN(ms) || ms < 0) throw notValid(parameter, 'a time that exists, from 1970 on');
  return ms;
}

const notValid = (parameter: string, expected: string) =>
  new Problem('validation_failed', 'The query is not valid.', {
    errors: [{ parameter, code: 'invalid_value', detail: `Must be ${expected}.` }],
  });
