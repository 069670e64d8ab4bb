import { Type } from 'typebox';
import { Problem } from '../../domain/errors.ts';
import { LIMITS } from '../../domain/limits.ts';
import { listEvents as listEventsUseCase } from '../../usecases/events/list-events.ts';
import { authenticateKey } from '../../usecases/keys/authenticate-key.ts';
import type { AnyCall } from '../server/call.ts';
import { defineRoute } from '../server/route.ts';
import { closed } from '../server/shapes.ts';
import { eventFilterQuery, readEventFilter } from './event-query.ts';
import { EventPageSchema } from './event-schema.ts';
import { exampleEvent } from './examples.ts';
import { streamEvents } from './stream-events.ts';
import { toEventPage } from './to-event-page.ts';
import { versionOf } from './version-of.ts';

const NUMBER = '0|[1-9][0-9]{0,14}';

const Query = Type.Object(
  {
    after: Type.Optional(
      Type.String({
        pattern: `^(now|${NUMBER})$`,
        default: '0',
        description: 'Only events with a higher number. `now` stands for the highest number.',
        'x-expected': 'the number of an event, or now',
      }),
    ),
    ...eventFilterQuery,
  },
  closed,
);

export const listEvents = defineRoute({
  id: 'events.list',
  method: 'GET',
  path: '/{public_key}/events',
  tag: 'Events',
  summary: 'List events',
  description:
    'Returns the oldest events first. Numbers have no gaps, and once you can read a number, no lower one appears later: ' +
    'ask for the events after the last number that you know, and you have missed nothing. While `has_more` is true, ' +
    'continue after the last event of the page, which is shorter than `limit` if events are very large; otherwise after ' +
    '`last_number`. After a backup was restored, numbers go on ' +
    '1,000,000 higher.\n\nWith `Accept: text/event-stream`, the response is a stream of server-sent events: `id` is the ' +
    'number, `event` the type, and `data` the event. The stream starts after `after` or, when a client reconnects, after ' +
    'its `Last-Event-ID`. It goes on with new events and ends after ' +
    `${LIMITS.eventStreamMsMax / 60_000} minutes, or when the key is revoked: reconnect then. All keys of a merchant together can ` +
    `have ${LIMITS.eventStreamsPerClientMax} streams open.`,
  access: 'payments:read',
  rateLimit: 'read',
  query: Query,
  headers: {
    Accept: { description: 'Send `text/event-stream` to get a stream.', schema: Type.String() },
    'Last-Event-ID': {
      description: 'For a stream: the number after which it starts. Browsers send it when they reconnect.',
      schema: Type.String({ pattern: `^(${NUMBER})$` }),
    },
  },
  answers: {
    200: {
      description: 'Returns a page of events, or a stream.',
      schema: EventPageSchema,
      alsoAs: ['text/event-stream'],
      example: { data: [exampleEvent], has_more: false, last_number: exampleEvent.number },
    },
  },
  // For a payment intent in the query that does not exist.
  errors: ['not_found'],
}).handle(async (context, { principal, query, headers, params, address }) => {
  const store = await context.stores.of(principal);
  const filter = await readEventFilter(store, query);
  const after = readAfter(query.after ?? '0');
  const apiVersion = versionOf(principal, headers);
  if (!wantsStream(headers)) {
    const page = await listEventsUseCase(store, { ...filter, after });
    return { status: 200, headers: { vary: 'Accept' }, body: toEventPage(page, apiVersion) };
  }
  const reconnected = readLastEventId(headers);
  const start = reconnected ?? (after === 'now' ? await store.events.lastNumber() : after);
  const credentials = { publicKey: params.public_key, authorization: headers.authorization, address };
  const checkAccess = async () => {
    const { dataStoreId } = await authenticateKey(context, credentials);
    if (dataStoreId !== principal.dataStoreId) throw new Error('the merchant has moved to another data store');
  };
  return {
    status: 200,
    headers: { vary: 'Accept' },
    events: streamEvents(context, { tenant: principal, store, filter, after: start, apiVersion, checkAccess }),
  };
});

const readAfter = (text: string): number | 'now' => (text === 'now' ? 'now' : Number(text));

const wantsStream = ({ accept }: AnyCall['headers']): boolean => /\btext\/event-stream\b/i.test(accept ?? '');

function readLastEventId(headers: AnyCall['headers']): number | undefined {
  const text = headers['last-event-id'];
  if (text === undefined) return undefined;
  if (typeof text === 'string' && new RegExp(`^(${NUMBER})$`).test(text)) return Number(text);
  throw new Problem('validation_failed', 'The Last-Event-ID header is invalid.', {
    errors: [{ parameter: 'Last-Event-ID', code: 'invalid_format', detail: 'Must be the number of an event.' }],
  });
}
