import { Type } from 'typebox';
import { Problem } from '../../domain/errors.ts';
import { parseId } from '../../domain/ids.ts';
import type { IntentStatus } from '../../domain/intents/intent-status.ts';
import { LIMITS } from '../../domain/limits.ts';
import { searchIntents } from '../../usecases/intents/search-intents.ts';
import { findPublicKey } from '../../usecases/keys/find-public-key.ts';
import { checkoutUrl } from '../server/addresses.ts';
import { intentPageQuery } from '../server/page-query.ts';
import type { Route } from '../server/route.ts';
import { closed, statusWords } from '../server/shapes.ts';
import { tenantOf } from '../sessions/tenant-of.ts';
import { IntentPageSchema } from './intent-schema.ts';
import { presentIntent } from './present-intent.ts';

const Query = Type.Object(
  {
    status: Type.Optional(statusWords({ description: 'Only intents in this status.' })),
    q: Type.Optional(
      Type.String({
        maxLength: LIMITS.emailLengthMax,
        description: 'An intent’s id, an e-mail address in any case, or else an order’s id.',
      }),
    ),
    ...intentPageQuery,
  },
  closed,
);

export const listSessionIntents: Route = {
  id: 'payment_intents.search',
  method: 'GET',
  path: '/dashboard/api/{mode}/payment_intents',
  tag: 'Payments',
  summary: 'List payment intents',
  description: 'Newest first, in pages.',
  access: 'session',
  budget: 'read',
  query: Query,
  answers: { 200: { description: 'One page.', schema: IntentPageSchema } },
  async handle(context, call) {
    const { status, q = '', limit, cursor } = call.query;
    const tenant = tenantOf(context, call);
    const filter = {
      limit: Number(limit ?? LIMITS.pageSizeDefault),
      ...(status === undefined ? {} : { status: status as IntentStatus }),
      ...(cursor === undefined ? {} : { olderThan: readCursor(cursor) }),
    };
    const [store, publicKey] = await Promise.all([context.stores.of(tenant), findPublicKey(context, tenant)]);
    const page = await searchIntents(store, filter, q);
    const nowMs = context.clock.nowMs();
    const data = page.intents.map((intent) =>
      presentIntent(intent, { checkoutUrl: checkoutUrl(context.config.baseUrl, publicKey, intent.id), nowMs }),
    );
    return { status: 200, body: `{"data":[${data.join(',')}],"next_cursor":${JSON.stringify(page.next ?? null)}}` };
  },
};

function readCursor(text: string) {
  const id = parseId('pi', text);
  if (id) return id;
  throw new Problem('validation_failed', 'The query is not valid.', {
    errors: [{ parameter: 'cursor', code: 'invalid_value', detail: 'Must be the next_cursor of the page before.' }],
  });
}
