import type { Static } from 'typebox';
import type { Address } from '../../domain/intents/intent-request.ts';
import type { Invoice, InvoiceReference } from '../../domain/invoices/invoice.ts';
import { type FiatAmount, toJsonInteger } from '../../domain/money/money.ts';
import type { InvoiceSchema } from './invoice-schema.ts';
import type { DocumentLink } from './invoice-url.ts';

const numberOrNull = (amount: FiatAmount | undefined): number | null =>
  amount === undefined ? null : toJsonInteger(amount);

const presentAddress = ({ address, city, state, country, postal_code }: Address): Address => ({
  address,
  city,
  state,
  country,
  postal_code,
});

type NumberAndTime = Pick<InvoiceReference, 'number' | 'issuedAtMs'>;

const numberAndTime = ({ number, issuedAtMs }: NumberAndTime) => ({
  number,
  issued_at: new Date(issuedAtMs).toISOString(),
});

export const presentReference = (reference: NumberAndTime | undefined) => (reference ? numberAndTime(reference) : null);

function presentLinks({ number }: Invoice, linkTo: DocumentLink) {
  const { url, expiresAtMs } = linkTo(number, '');
  return { url, pdf_url: linkTo(number, '.pdf').url, url_expires_at: new Date(expiresAtMs).toISOString() };
}

interface InvoiceLinks {
  logoUrl: string | null;
  linkTo: DocumentLink;
}

export const presentInvoice = (invoice: Invoice, { logoUrl, linkTo }: InvoiceLinks): Static<typeof InvoiceSchema> => ({
  object: 'invoice',
  kind: invoice.kind,
  number: invoice.number ?? null,
  payment_intent_id: invoice.intentId,
  issued_at: invoice.issuedAtMs === undefined ? null : new Date(invoice.issuedAtMs).toISOString(),
  corrects: invoice.kind === 'credit_note' ? presentReference(invoice.reference) : null,
  credited_by: invoice.kind === 'invoice' ? presentReference(invoice.reference) : null,
  documents: invoice.documents.map((document) => ({ kind: document.kind, ...numberAndTime(document) })),
  ...presentLinks(invoice, linkTo),
  status: invoice.status,
  livemode: invoice.livemode,
  seller: {
    name: invoice.seller.name,
    logo_url: logoUrl,
    address: [...invoice.seller.address],
    tax_id: invoice.seller.taxId ?? null,
    footer: invoice.seller.footer ?? null,
  },
  buyer: {
    name: invoice.buyer.name,
    email: invoice.buyer.email,
    tax_id: invoice.buyer.taxId ?? null,
    billing_address: presentAddress(invoice.buyer.billingAddress),
    shipping_address: presentAddress(invoice.buyer.shippingAddress),
  },
  currency: invoice.currency,
  currency_exponent: invoice.exponent,
  lines: invoice.lines.map((line) => ({
    item_id: line.itemId,
    name: line.name,
    quantity: line.quantity,
    unit_amount: numberOrNull(line.unitAmount),
    amount: numberOrNull(line.amount),
  })),
  subtotal: numberOrNull(invoice.subtotal),
  tax_percent: invoice.taxPercent,
  tax_amount: toJsonInteger(invoice.taxAmount),
  total: toJsonInteger(invoice.total),
  crypto: {
    asset: invoice.asset,
    amount_due: invoice.amountDue,
    amount_received: invoice.amountReceived,
    overpaid_by: invoice.overpaidBy,
    exchange_rate: invoice.exchangeRate,
  },
  payments: invoice.payments.map(({ network, tx, amount, asset, at, state }) => ({
    network,
    tx,
    amount,
    asset,
    at,
    state,
  })),
  order_id: invoice.orderId ?? null,
  description: invoice.description ?? null,
});
