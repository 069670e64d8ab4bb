import { type Static, Type } from 'typebox';
import { LIMITS } from '../../domain/limits.ts';
import { DELIVERY_STATES } from '../../domain/webhooks/delivery.ts';
import { closed, Livemode, NextCursor, nullable, Time, words } from '../server/shapes.ts';

const members = {
  id: Type.String({ pattern: '^dlv_[0-9A-Za-z]{22}$', description: 'The delivery’s ID.' }),
  object: Type.Literal('delivery'),
  livemode: Livemode,
  endpoint: Type.String({ description: 'The ID of the webhook endpoint.' }),
  event: Type.String({ description: 'The ID of the event, which is sent as `webhook-id`.' }),
  event_type: Type.String({ description: 'The type of the event.' }),
  number: Type.Integer({ minimum: 0, description: 'The number of the event. 0 for a test event.' }),
  payment_intent_id: nullable(
    Type.String({ description: 'The payment intent of the event. Null if it is about something else.' }),
  ),
  state: words(DELIVERY_STATES, {
    description: '`delivered` after a 2xx status, `failed` when no further attempt follows.',
  }),
  attempt_count: Type.Integer({ minimum: 0, description: 'The attempts so far, since it was last started.' }),
  next_attempt_at: nullable(
    Time('Null at the end, and while the delivery waits for an earlier event of its payment intent.'),
  ),
  last_status: nullable(Type.Integer({ description: 'The status of the last response. Null if there was none.' })),
  last_ms: nullable(Type.Integer({ description: 'How long the last attempt took, in milliseconds.' })),
  last_error: nullable(Type.String({ description: 'Why the last attempt failed.' })),
  delivered_at: nullable(Time('When the endpoint accepted it.')),
  created_at: Time('When the delivery was created.'),
};

export const DeliverySchema = Type.Object(members, {
  ...closed,
  title: 'Delivery',
  description: 'The sending of one event to one endpoint.',
});
export type DeliveryAnswer = Static<typeof DeliverySchema>;

const Headers = Type.Unsafe<Record<string, string>>({
  type: 'object',
  additionalProperties: { type: 'string' },
  description: 'The headers, by name.',
});

const AttemptSchema = Type.Object(
  {
    attempt: Type.Integer({ minimum: 1, description: 'Counts the attempts of the delivery.' }),
    at: Time('When it was sent.'),
    ms: Type.Integer({ description: 'How long it took, in milliseconds.' }),
    error: nullable(Type.String({ description: 'Why it failed.' })),
    request: Type.Object({ headers: Headers }, { ...closed, description: 'What was sent, without the signature.' }),
    response: nullable(
      Type.Object(
        {
          status: Type.Integer({ description: 'The HTTP status.' }),
          headers: Headers,
          body: Type.String({ description: 'The first 1,024 characters.' }),
        },
        { ...closed, description: 'The response of the endpoint. Null if there was none.' },
      ),
    ),
  },
  { ...closed, title: 'DeliveryAttempt', description: 'One request to an endpoint, and its response.' },
);

export const DeliveryDetailsSchema = Type.Object(
  {
    ...members,
    body: Type.String({ description: 'What every attempt sends, byte for byte.' }),
    attempts: Type.Array(AttemptSchema, {
      maxItems: LIMITS.attemptsShownMax,
      description: `The newest ${LIMITS.attemptsShownMax} requests, oldest first.`,
    }),
  },
  { ...closed, title: 'DeliveryDetails', description: 'A delivery with its body and all attempts.' },
);
export type DeliveryDetailsAnswer = Static<typeof DeliveryDetailsSchema>;

export const DeliveryPageSchema = Type.Object({ data: Type.Array(DeliverySchema), next_cursor: NextCursor }, closed);
export const DeliveryListSchema = Type.Object({ data: Type.Array(DeliverySchema) }, closed);
