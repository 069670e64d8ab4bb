import { Type } from 'typebox';
import { closed, Time } from '../server/shapes.ts';

export const CheckoutPayloadSchema = Type.Object(
  {
    payment_intent_id: Type.String(),
    html: Type.String({ description: 'The fragment: put it into the page as it is.' }),
    script_url: Type.String({ description: 'The one script that it loads.' }),
    script_integrity: Type.String({ description: 'The hash of that script.' }),
    hosted_url: Type.String({ description: 'The checkout as a page of its own.' }),
    wallet_uris: Type.Array(
      Type.Object(
        {
          network: Type.String(),
          asset: Type.String(),
          amount: Type.String(),
          address: Type.String(),
          uri: Type.String(),
        },
        closed,
      ),
    ),
    status: Type.String(),
    expires_at: Time,
  },
  { ...closed, title: 'CheckoutPayload' },
);
