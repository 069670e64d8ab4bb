import { getEvent as getEventUseCase } from '../../usecases/events/get-event.ts';
import { defineRoute } from '../server/route.ts';
import { type EventAnswer, EventDetailsSchema } from './event-schema.ts';
import { exampleEvent } from './examples.ts';
import { renderEvent } from './render-event.ts';
import { versionOf } from './version-of.ts';

export const getEvent = defineRoute({
  id: 'events.get',
  method: 'GET',
  path: '/{public_key}/events/{event_id}',
  tag: 'Events',
  summary: 'Retrieve an event',
  description: 'Returns the event with the same body that webhook endpoints get.',
  access: 'payments:read',
  rateLimit: 'read',
  answers: {
    200: {
      description: 'Returns the event.',
      schema: EventDetailsSchema,
      example: { ...exampleEvent, deliveries: 1 },
    },
  },
}).handle(async (context, { principal, params, headers }) => {
  const store = await context.stores.of(principal);
  const { event, deliveries } = await getEventUseCase(store, params.event_id);
  const shown = JSON.parse(renderEvent(event, versionOf(principal, headers))) as EventAnswer;
  return { status: 200, body: { ...shown, deliveries } };
});
