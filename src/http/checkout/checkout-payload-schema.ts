import { Type } from 'typebox';
import { closed, Time } from '../server/shapes.ts';
import { ExactSchema, ManualPaymentSchema, QrSchema, VisibleSchema } from './checkout-state-schema.ts';

export const CheckoutPayloadSchema = Type.Object(
  {
    payment_intent_id: Type.String(),
    html: Type.String({ description: 'The fragment to insert into your page.' }),
    script_url: Type.String({ description: 'The URL of the script that the fragment loads.' }),
    script_integrity: Type.String({ description: 'The integrity hash of the script.' }),
    hosted_url: Type.String({ description: 'The URL of the hosted checkout page.' }),
    wallet_uris: Type.Array(
      Type.Object(
        {
          network: Type.String(),
          asset: Type.String(),
          amount: Type.String(),
          exact: ExactSchema,
          address: Type.String(),
          uri: Type.String(),
          qr: QrSchema,
          manual: ManualPaymentSchema,
          visible: VisibleSchema,
        },
        closed,
      ),
    ),
    status: Type.String(),
    expires_at: Time,
  },
  { ...closed, title: 'CheckoutPayload' },
);
