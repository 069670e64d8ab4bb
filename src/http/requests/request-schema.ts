import { Type } from 'typebox';
import { LIMITS } from '../../domain/limits.ts';
import { closed, NextCursor, nullable, Time } from '../server/shapes.ts';

const KIB_MAX = LIMITS.requestLogBodyBytesMax / 1024;
const body = (whose: string) =>
  nullable(
    Type.String({
      description: `The first ${KIB_MAX} KiB of the ${whose} body, with private keys and webhook secrets redacted. Ends with “…” if there was more.`,
    }),
    { description: 'Null if the settings do not keep bodies, and for wallets and content that is not text.' },
  );

const members = {
  id: Type.String({ pattern: '^req_[0-9a-f]{24}$', description: 'The request’s ID, as in its `Request-Id` header.' }),
  object: Type.Literal('request'),
  created_at: Time('When it arrived.'),
  method: Type.String({ description: 'The HTTP method.' }),
  route: Type.String({ description: 'The path with the names of its parameters.' }),
  path: Type.String({ description: 'The path and the query as they were sent.' }),
  status: Type.Integer({ minimum: 100, maximum: 599, description: 'The HTTP status of the response.' }),
  ms: Type.Number({ minimum: 0, description: 'How long the response took, in milliseconds.' }),
  key: Type.Object(
    {
      id: Type.String({ description: 'The ID of the API key.' }),
      name: Type.String({ description: 'The name of the API key.' }),
    },
    { ...closed, description: 'The API key that the request was made with.' },
  ),
  client_address: Type.String({ description: 'The IP address that the request came from.' }),
  problem: nullable(Type.String({ description: 'The error code. Null if the request succeeded.' })),
  payment_intent_id: nullable(
    Type.String({ description: 'The payment intent that the path names or that the request created.' }),
  ),
};

export const RequestSchema = Type.Object(members, {
  ...closed,
  title: 'LoggedRequest',
  description: 'A call of the API in the request log.',
});

export const RequestDetailsSchema = Type.Object(
  { ...members, request_body: body('request'), response_body: body('response') },
  { ...closed, title: 'LoggedRequestDetails', description: 'A logged request with its bodies, if they were kept.' },
);

export const RequestPageSchema = Type.Object({ data: Type.Array(RequestSchema), next_cursor: NextCursor }, closed);
