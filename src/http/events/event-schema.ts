import { type Static, Type } from 'typebox';
import { LIMITS } from '../../domain/limits.ts';
import type { IntentAnswer } from '../intents/present-intent.ts';
import { closed, Livemode, NextCursor, nullable, Time } from '../server/shapes.ts';

const AnyObject = (description: string) => Type.Unsafe<Record<string, unknown>>({ type: 'object', description });

export const EventSchema = Type.Object(
  {
    id: Type.String({
      pattern: '^evt_[0-9A-Za-z]{22}$',
      description: 'The event’s ID, the same in the API and as the `webhook-id` of every delivery.',
    }),
    object: Type.Literal('event'),
    type: Type.String({ description: 'What happened, such as `payment_intent.succeeded`.' }),
    timestamp: Time('When it happened.'),
    api_version: Type.String({ description: 'The version of the API that the event is rendered in.' }),
    livemode: Livemode,
    number: Type.Integer({
      minimum: 0,
      description:
        'Counts your events in this mode, without gaps. Once you can read a number, no lower one appears later. 0 for a ' +
        'test event.',
    }),
    sequence: nullable(Type.Integer({ minimum: 1, description: 'Counts the events of the payment intent.' })),
    data: Type.Object(
      {
        object: AnyObject(
          'What the event happened to, as it was right after the event. A payment intent is as in the API, without ' +
            '`request`, `timeline`, `checkout_url`, `visibility`, `targets` and `paid_at`, and its payments without `block`, ' +
            '`block_time` and `confirmations`.',
        ),
      },
      { ...closed, description: 'What the event is about.' },
    ),
    previous_attributes: nullable(
      AnyObject('The attributes that the event changed, with their values before. Null if nothing was before.'),
    ),
  },
  { ...closed, title: 'Event', description: 'Something that happened, as it is sent to webhook endpoints.' },
);

export type EventAnswer = Static<typeof EventSchema>;

export const EventPageSchema = Type.Object(
  {
    data: Type.Array(EventSchema),
    has_more: Type.Boolean({ description: 'Whether there are more events that match.' }),
    last_number: Type.Integer({
      minimum: 0,
      description: 'The number of your newest event in this mode, whether or not it matches. 0 if there is none.',
    }),
  },
  closed,
);

export type EventPageAnswer = Static<typeof EventPageSchema>;

/** For the dashboard: newest first. */
export const EventListSchema = Type.Object({ data: Type.Array(EventSchema), next_cursor: NextCursor }, closed);

export const EventDetailsSchema = Type.Object(
  {
    ...EventSchema.properties,
    deliveries: Type.Integer({
      minimum: 0,
      maximum: LIMITS.deliveriesCountedMax,
      description:
        `How many deliveries the event has, counted up to ${LIMITS.deliveriesCountedMax}. ` +
        '`GET …/deliveries?event=…` lists them.',
    }),
  },
  { ...closed, title: 'EventDetails', description: 'An event and how many deliveries it has.' },
);

type EventPayment = Omit<IntentAnswer['payments'][number], 'block' | 'block_time' | 'confirmations'>;

export type EventIntentAnswer = Omit<
  IntentAnswer,
  'request' | 'timeline' | 'checkout_url' | 'visibility' | 'targets' | 'paid_at' | 'payments'
> & {
  payments: EventPayment[];
};
