import { Type } from 'typebox';
import { AssetCode, closed, IntentIdText, NetworkName, statusWords, Time } from '../server/shapes.ts';
import {
  ExactSchema,
  ManualPaymentSchema,
  OptionAddress,
  OptionAmount,
  QrSchema,
  VisibleSchema,
} from './checkout-state-schema.ts';

export const CheckoutPayloadSchema = Type.Object(
  {
    payment_intent_id: IntentIdText,
    html: Type.String({ description: 'The fragment to insert into your page.' }),
    script_url: Type.String({ description: 'The URL of the script that the fragment loads.' }),
    script_integrity: Type.String({ description: 'The integrity hash of the script.' }),
    hosted_url: Type.String({ description: 'The URL of the hosted checkout page.' }),
    wallet_uris: Type.Array(
      Type.Object(
        {
          network: NetworkName,
          asset: AssetCode,
          amount: OptionAmount,
          exact: ExactSchema,
          address: OptionAddress,
          uri: Type.String({ description: 'The link that opens a wallet.' }),
          qr: QrSchema,
          manual: ManualPaymentSchema,
          visible: VisibleSchema,
        },
        closed,
      ),
      {
        description:
          'The ways to pay with a link. Empty unless the payment intent awaits money. An option of the page that only a ' +
          'browser wallet can pay is left out.',
      },
    ),
    status: statusWords({ description: 'The status of the payment intent.' }),
    expires_at: Time('When the time to pay ends.'),
  },
  { ...closed, title: 'CheckoutPayload', description: 'A checkout to embed in your page.' },
);
