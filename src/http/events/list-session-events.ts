import { Type } from 'typebox';
import { API_VERSION } from '../../domain/version.ts';
import { listPastEvents } from '../../usecases/events/list-past-events.ts';
import { toPageText } from '../server/json-text.ts';
import { defineRoute } from '../server/route.ts';
import { closed } from '../server/shapes.ts';
import { tenantOf } from '../sessions/tenant-of.ts';
import { eventFilterQuery, readEventFilter } from './event-query.ts';
import { EventListSchema } from './event-schema.ts';
import { renderSome } from './to-event-page.ts';

const Query = Type.Object(
  {
    ...eventFilterQuery,
    cursor: Type.Optional(
      Type.String({
        pattern: '^[1-9][0-9]{0,14}$',
        description: 'The `next_cursor` of the previous page.',
        'x-expected': 'the next_cursor of the previous page',
      }),
    ),
  },
  closed,
);

export const listSessionEvents = defineRoute({
  id: 'dashboard.events.list',
  method: 'GET',
  path: '/dashboard/api/{mode}/events',
  tag: 'Events',
  summary: 'List events',
  description: 'Returns the newest events first.',
  access: 'session',
  permission: 'events:read',
  rateLimit: 'read',
  query: Query,
  answers: { 200: { description: 'Returns a page of events.', schema: EventListSchema } },
  // For a payment intent in the query that does not exist.
  errors: ['not_found'],
}).handle(async (context, call) => {
  const { cursor, ...query } = call.query;
  const store = await context.stores.of(tenantOf(context, call));
  const before = cursor === undefined ? undefined : Number(cursor);
  const { events, next } = await listPastEvents(store, { ...(await readEventFilter(store, query)), before });
  const data = renderSome(events, API_VERSION);
  const nextCursor = data.length < events.length ? events[data.length - 1]?.number : next;
  return { status: 200, body: toPageText(data, nextCursor === undefined ? undefined : String(nextCursor)) };
});
