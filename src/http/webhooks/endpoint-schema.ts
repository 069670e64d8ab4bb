import { type Static, Type } from 'typebox';
import { EVENT_TYPES } from '../../domain/events/event.ts';
import { LIMITS } from '../../domain/limits.ts';
import { API_VERSIONS } from '../../domain/version.ts';
import { DISABLED_REASONS, ENDPOINT_STATUSES } from '../../domain/webhooks/endpoint.ts';
import { OVERLAPS_MS, type Overlap } from '../../usecases/keys/roll-key.ts';
import { closed, Livemode, nullable, Time, words } from '../server/shapes.ts';
import { whenEmpty } from '../server/when-empty.ts';
import { PasswordInLiveMode } from '../sessions/confirm-in-live-mode.ts';

const members = {
  id: Type.String({ pattern: '^we_[0-9A-Za-z]{22}$', description: 'The endpoint’s ID.' }),
  object: Type.Literal('webhook_endpoint'),
  livemode: Livemode,
  url: Type.String({ description: 'Where events are sent.' }),
  description: Type.String({ description: 'For your own reference.' }),
  events: Type.Array(Type.String(), { description: 'The types of events that are sent, with wildcards.' }),
  api_version: Type.String({ description: 'The API version that the events are rendered in.' }),
  status: words(ENDPOINT_STATUSES, { description: 'Nothing is sent to a disabled endpoint.' }),
  disabled_reason: nullable(
    words(DISABLED_REASONS, {
      description:
        '`user`: you disabled it. `gone`: it responded with 410. `failing`: for five days, every attempt failed. Set `status` to ' +
        '`enabled` to use it again.',
    }),
  ),
  failing_since: nullable(Time('Since when every attempt has failed. Null after a success.')),
  last_success_at: nullable(Time('When it last accepted an event. Null if it never did.')),
  previous_secret_until: nullable(Time('While a secret is rolled: until then, the secret before also signs.')),
  created_at: Time('When it was created.'),
};

export const EndpointSchema = Type.Object(members, {
  ...closed,
  title: 'WebhookEndpoint',
  description: 'A URL of yours that receives events.',
});
export type EndpointAnswer = Static<typeof EndpointSchema>;

export const NewEndpointSchema = Type.Object(
  {
    ...members,
    secret: Type.String({
      pattern: '^whsec_[0-9A-Za-z+/]+=*$',
      description: 'Signs what is sent to the endpoint. It is shown only once.',
    }),
  },
  {
    ...closed,
    title: 'NewWebhookEndpoint',
    description: 'A webhook endpoint with its secret, which is shown only once.',
  },
);

export const EndpointListSchema = Type.Object({ data: Type.Array(EndpointSchema) }, closed);

const Url = whenEmpty(
  'Enter a URL.',
  Type.String({
    minLength: 1,
    maxLength: LIMITS.urlLengthMax,
    description:
      'An https URL without user name and password whose host has only public addresses. In test mode, a server on your own ' +
      'machine can also send to http URLs on it.',
  }),
);

const Description = Type.String({ maxLength: LIMITS.descriptionLengthMax, description: 'For your own reference.' });

/** Whether a type exists is checked with the URL, so that the errors of both are reported at once. */
const Events = (more: { default?: string[] } = {}) =>
  Type.Array(Type.String({ maxLength: LIMITS.eventTypeLengthMax }), {
    minItems: 1,
    maxItems: LIMITS.eventTypesMax,
    description: `What to send: \`*\` for everything, a prefix such as \`payment_intent.*\`, or types: ${EVENT_TYPES.map((type) => `\`${type}\``).join(', ')}.`,
    ...more,
  });

export const CreateEndpointBody = Type.Object(
  {
    url: Url,
    description: Type.Optional(Description),
    events: Type.Optional(Events({ default: ['*'] })),
    api_version: Type.Optional(
      words(API_VERSIONS, { description: 'The API version of the events. By default the version of the key.' }),
    ),
  },
  closed,
);

const changes = {
  url: Type.Optional(Url),
  description: Type.Optional(Description),
  events: Type.Optional(Events()),
  status: Type.Optional(words(ENDPOINT_STATUSES, { description: 'Nothing is sent to a disabled endpoint.' })),
};

export const UpdateEndpointBody = Type.Object(changes, closed);

const OVERLAPS = Object.keys(OVERLAPS_MS) as Overlap[];
const overlap = words(OVERLAPS, {
  description: 'How long the secret before also signs, so that you can deploy the new one.',
});

export const RollSecretBody = Type.Object({ overlap }, closed);

/** In live mode, a stolen session must not be enough to redirect events. */
const password = PasswordInLiveMode();
/** What a request in live mode without it is told. */
export const ASK = 'Enter your password to change a live endpoint.';

export const CreateSessionEndpointBody = Type.Object(
  { url: Url, description: Type.Optional(Description), events: Events(), password },
  closed,
);
export const UpdateSessionEndpointBody = Type.Object(
  { ...changes, password: PasswordInLiveMode(' to change the URL') },
  closed,
);
export const RollSessionSecretBody = Type.Object({ overlap, password }, closed);
export const DeleteSessionEndpointBody = Type.Object({ password }, closed);

export const DeletedEndpointSchema = Type.Object(
  { id: Type.String({ description: 'The endpoint’s ID.' }), deleted: Type.Literal(true) },
  closed,
);

export const ResendToEndpointBody = Type.Object(
  {
    state: Type.Optional(Type.Literal('failed', { description: 'Send everything again that has failed.' })),
    after: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: LIMITS.eventNumberMax,
        description: 'Send the events after this number again,',
      }),
    ),
    before: Type.Optional(
      Type.Integer({ minimum: 1, maximum: LIMITS.eventNumberMax, description: 'up to the one before this number.' }),
    ),
  },
  closed,
);
