import type { TSchema } from 'typebox';
import { EVENT_TYPES, EVENTS } from '../../../domain/events/event.ts';
import { LIMITS } from '../../../domain/limits.ts';
import type { OpenApiDocument, Parameter, Schema } from '../../docs/open-api-types.ts';
import { EventSchema } from '../../events/event-schema.ts';
import { exampleEventOf } from '../../events/example-event-of.ts';
import { exampleEvent } from '../../events/examples.ts';
import type { NamedSchemas } from './named-schemas.ts';
import type { Tag } from './tags.ts';

const TAG: Tag = 'Webhooks';

const header = (name: string, schema: Schema, description: string, example: string): Parameter => ({
  name,
  in: 'header',
  required: true,
  schema,
  description,
  example,
});

const parameters = [
  header(
    'webhook-id',
    { type: 'string', pattern: '^evt_[0-9A-Za-z]{22}$' },
    'The ID of the event, the same whenever it is sent again.',
    exampleEvent.id,
  ),
  header(
    'webhook-timestamp',
    { type: 'string', pattern: '^[0-9]+$' },
    'When this request was sent, in seconds since 1970.',
    '1794735000',
  ),
  header(
    'webhook-signature',
    { type: 'string' },
    '`v1,` and the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` in base64. Its key is the base64 after ' +
      '`whsec_` in the secret of the endpoint. While a secret is rolled, there are two signatures, separated by a space.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
];

const responses = {
  '2XX': { description: `The event is delivered. Respond within ${LIMITS.webhookMsMax / 1_000} s.` },
  '410': { description: 'The endpoint is disabled.' },
  default: { description: 'The event is sent again later. Redirects are not followed.' },
};

/** The requests that Florin sends to webhook endpoints: one for each type of event. */
export function webhooks(named: NamedSchemas): NonNullable<OpenApiDocument['webhooks']> {
  const event = named.refer(EventSchema as TSchema);
  return Object.fromEntries(
    EVENT_TYPES.map((type) => {
      const schema = { allOf: [event, narrowed(type, EVENTS[type].object)] };
      return [
        type,
        {
          post: {
            operationId: type,
            tags: [TAG],
            summary: EVENTS[type].meaning,
            security: [],
            parameters,
            requestBody: {
              required: true,
              content: { 'application/json': { schema, example: exampleEventOf(type) } },
            },
            responses,
          },
        },
      ];
    }),
  );
}

/** What an event of this type is beyond any event. */
function narrowed(type: string, object: string): Schema {
  const subject: Schema = { type: 'object', properties: { object: { const: object } } };
  return {
    type: 'object',
    properties: { type: { const: type }, data: { type: 'object', properties: { object: subject } } },
  };
}
