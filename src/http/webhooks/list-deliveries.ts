import { Type } from 'typebox';
import { parseId } from '../../domain/ids.ts';
import { LIMITS } from '../../domain/limits.ts';
import { DELIVERY_STATES } from '../../domain/webhooks/delivery.ts';
import { listDeliveries as listDeliveriesUseCase } from '../../usecases/webhooks/list-deliveries.ts';
import { deliveryPageQuery } from '../server/page-query.ts';
import { readQueryId } from '../server/read-query-id.ts';
import { defineRoute } from '../server/route.ts';
import { closed, words } from '../server/shapes.ts';
import { DeliveryPageSchema } from './delivery-schema.ts';
import { exampleDelivery } from './examples.ts';
import { presentDelivery } from './present-delivery.ts';

const Query = Type.Object(
  {
    endpoint: Type.Optional(
      Type.String({
        pattern: '^we_[0-9A-Za-z]{22}$',
        description: 'Only deliveries to this webhook endpoint.',
        'x-expected': 'the ID of a webhook endpoint',
      }),
    ),
    event: Type.Optional(
      Type.String({
        pattern: '^evt_[0-9A-Za-z]{22}$',
        description: 'Only deliveries of this event.',
        'x-expected': 'the ID of an event',
      }),
    ),
    payment_intent_id: Type.Optional(
      Type.String({ maxLength: 64, description: 'Only deliveries of events of this payment intent.' }),
    ),
    state: Type.Optional(words(DELIVERY_STATES, { description: 'Only deliveries in this state.' })),
    ...deliveryPageQuery,
  },
  closed,
);

export const listDeliveries = defineRoute({
  id: 'deliveries.list',
  method: 'GET',
  path: '/{public_key}/deliveries',
  tag: 'Webhooks',
  summary: 'List deliveries',
  description: `Returns the newest deliveries first. Filters can be combined. By default, deliveries are kept for ${LIMITS.eventsKeptDays} days.`,
  access: 'payments:read',
  rateLimit: 'read',
  query: Query,
  answers: {
    200: {
      description: 'Returns a page of deliveries.',
      schema: DeliveryPageSchema,
      example: { data: [exampleDelivery], next_cursor: null },
    },
  },
  // For a payment intent in the query that does not exist.
  errors: ['not_found'],
}).handle(async (context, { principal, query }) => {
  const intent = query.payment_intent_id;
  const { page, next } = await listDeliveriesUseCase(await context.stores.of(principal), {
    endpointId: readQueryId('we', 'endpoint', query.endpoint),
    eventId: readQueryId('evt', 'event', query.event),
    of: intent === undefined ? undefined : { intentId: parseId('pi', intent) },
    state: query.state,
    olderThan: readQueryId('dlv', 'cursor', query.cursor),
    limit: Number(query.limit ?? LIMITS.pageSizeDefault),
  });
  const data = page.map((delivery) => presentDelivery(delivery, principal.livemode));
  return { status: 200, body: { data, next_cursor: next ?? null } };
});
