import { type TSchema, Type } from 'typebox';
import { TRANSFER_REFUSALS } from '../../domain/transfer.ts';

const nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);
const closed = { additionalProperties: false };

export const TransferSchema = Type.Object(
  {
    id: Type.String({ pattern: '^tr_[0-9A-Za-z]{22}$' }),
    object: Type.Literal('transfer'),
    network: Type.String(),
    tx: Type.String(),
    index: Type.Integer(),
    address: Type.String(),
    asset: nullable(Type.String({ description: 'Null for a token that the server does not know.' })),
    token: nullable(Type.String({ description: 'The token’s address; null for the network’s own coin.' })),
    amount: Type.String({ description: 'As a decimal number.' }),
    block: nullable(Type.Integer()),
    reason: Type.Union(
      TRANSFER_REFUSALS.map((reason) => Type.Literal(reason)),
      { description: 'Why it counts for no payment intent.' },
    ),
    payment_intent_id: nullable(Type.String({ description: 'The intent that it names, where it names one.' })),
    assigned_to: nullable(Type.String({ description: 'The intent that it was assigned to by hand.' })),
    first_seen_at: Type.String({ format: 'date-time' }),
  },
  closed,
);

export const TransferPageSchema = Type.Object(
  { data: Type.Array(TransferSchema), next_cursor: nullable(Type.String()) },
  closed,
);
