import { Type } from 'typebox';
import { UNMATCHED_REASONS } from '../../domain/transfers/transfer.ts';
import { CryptoAmount, closed, nullable, Time, words } from '../server/shapes.ts';

const TransferSchema = Type.Object(
  {
    id: Type.String({ pattern: '^tr_[0-9A-Za-z]{22}$' }),
    object: Type.Literal('transfer'),
    network: Type.String(),
    tx: Type.String(),
    index: Type.Integer(),
    address: Type.String(),
    asset: nullable(Type.String({ description: 'Null for a token that the server does not know.' })),
    token: nullable(Type.String({ description: 'The token’s address; null for the network’s own coin.' })),
    amount: CryptoAmount('As a decimal number.'),
    block: nullable(Type.Integer()),
    reason: words(UNMATCHED_REASONS, { description: 'Why it counts for no payment intent.' }),
    payment_intent_id: nullable(Type.String({ description: 'The intent that it names, where it names one.' })),
    assigned_to: nullable(Type.String({ description: 'The intent that it was assigned to by hand.' })),
    first_seen_at: Time,
  },
  { ...closed, title: 'Transfer' },
);

export const TransferPageSchema = Type.Object(
  { data: Type.Array(TransferSchema), next_cursor: nullable(Type.String()) },
  closed,
);
