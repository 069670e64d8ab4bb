import { Type } from 'typebox';
import { LIMITS } from '../../domain/limits.ts';
import { AssetCode, CryptoAmount, closed, NetworkName, nullable, Time } from '../server/shapes.ts';

export const ReceiptSchema = Type.Object(
  {
    paid_at: nullable(Time('When the last payment was made, or when the merchant accepted the payment intent.')),
    payments: Type.Array(
      Type.Object(
        {
          network: NetworkName,
          network_name: Type.String({ description: 'The network’s display name.' }),
          tx: Type.String({ description: 'The transaction ID.' }),
          explorer_url: nullable(
            Type.String({ description: 'The transaction in a block explorer. Null where there is none.' }),
          ),
          asset: AssetCode,
          amount: CryptoAmount('The amount of this payment.'),
        },
        closed,
      ),
      { maxItems: LIMITS.receiptPaymentsMax, description: 'The payments, oldest first.' },
    ),
    more_payments: Type.Integer({ minimum: 0, description: 'How many payments are not listed.' }),
  },
  { ...closed, description: 'What a payer keeps. As a PDF: `GET …/receipt.pdf`.' },
);
