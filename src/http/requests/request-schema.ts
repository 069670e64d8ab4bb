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
  id: Type.String({ pattern: '^req_[0-9a-f]{24}$' }),
  object: Type.Literal('request'),
  created_at: Time,
  method: Type.String(),
  route: Type.String({ description: 'The path with the names of its parameters.' }),
  path: Type.String({ description: 'The path and the query as they were sent.' }),
  status: Type.Integer({ minimum: 100, maximum: 599 }),
  ms: Type.Number({ minimum: 0, description: 'How long the answer took, in milliseconds.' }),
  key: Type.Object({ id: Type.String(), name: Type.String() }, closed),
  client_address: Type.String(),
  problem: nullable(Type.String({ description: 'The error code. Null if the request succeeded.' })),
  payment_intent_id: nullable(
    Type.String({ description: 'The payment intent that the path names or that the request created.' }),
  ),
};

export const RequestSchema = Type.Object(members, { ...closed, title: 'LoggedRequest' });

export const RequestDetailsSchema = Type.Object(
  { ...members, request_body: body('request'), response_body: body('response') },
  { ...closed, title: 'LoggedRequestDetails' },
);

export const RequestPageSchema = Type.Object({ data: Type.Array(RequestSchema), next_cursor: NextCursor }, closed);
