import { openIntent } from '../../domain/intents/intent.ts';
import { buildInvoice, freezeInvoice } from '../../domain/invoices/invoice.ts';
import { fiatAmount } from '../../domain/money/money.ts';
import { createIntentExamples, EXAMPLE_INTENT_ID } from '../intents/examples.ts';
import { PATH_PARAMETERS } from '../server/path-parameters.ts';
import { presentInvoice } from './present-invoice.ts';

const request = createIntentExamples.integer_tax.value;
const nowMs = Date.UTC(2026, 10, 15, 9, 30);

const requestBody = JSON.stringify(request);
const opened = openIntent({ id: EXAMPLE_INTENT_ID, livemode: false, nowMs, request, requestBody });
const intent = { ...opened, status: 'succeeded' } as const;

const seller = {
  name: 'Jansen Bulbs B.V.',
  address: ['Keizersgracht 126', '1015 CW Amsterdam'],
  taxId: 'NL001234567B01',
  footer: 'Registered in the Netherlands under 12345678',
};
const item = {
  itemId: 'sku_tulip_bulbs',
  name: 'Tulip bulbs, 25 pieces',
  unitAmount: fiatAmount(5_000),
  currency: 'USD',
};

const document = freezeInvoice(intent, seller, [item]);
const issued = {
  kind: 'invoice',
  intentId: intent.id,
  prefix: 'INV-',
  number: 1,
  issuedAtMs: nowMs,
  document,
  corrects: undefined,
} as const;

/** The invoice of the first example request, written by the functions that write real answers. */
export const exampleInvoice = presentInvoice(
  buildInvoice({
    intent,
    document,
    issued,
    all: [issued],
    payments: [],
    amountReceived: '0.46342',
    overpaidBy: '0',
  }),
  {
    logoUrl: null,
    linkTo: (_, ending) => ({
      url: `https://pay.example.com/${PATH_PARAMETERS.public_key.example}/invoices/${intent.id}${ending}?number=INV-000001&expires=1797379200&signature=dGhpcyBpcyBhbiBleGFtcGxlIG9mIGEgc2lnbmF0dXJl`,
      expiresAtMs: 1_797_379_200_000,
    }),
  },
);

export const exampleListedInvoice = {
  object: 'invoice' as const,
  kind: 'invoice' as const,
  number: 'INV-000042',
  issued_at: '2026-11-15T09:42:10.000Z',
  corrects: null,
  payment_intent_id: 'pi_034xq7eOP9ZYU86r8hkeCz',
  payment_intent_status: 'succeeded' as const,
  total_amount: 12_100,
  tax_amount: 2_100,
  currency: 'USD',
  customer: { name: 'Ada Lovelace', email: 'ada@example.com' },
  order_id: 'order-1042',
};
