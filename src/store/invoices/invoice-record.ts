import { idFromUuid } from '../../domain/ids.ts';
import type { Address } from '../../domain/intents/intent-request.ts';
import type { Buyer, DocumentKind, InvoiceDocument, IssuedInvoice } from '../../domain/invoices/invoice.ts';
import { fiatAmount, toJsonInteger } from '../../domain/money/money.ts';

export const INVOICE_COLUMNS = 'payment_intent_id, kind, prefix, number, issued_at, document, corrects';

export interface InvoiceRecord {
  payment_intent_id: string;
  kind: DocumentKind;
  prefix: string;
  number: number;
  issued_at: Date;
  document: StoredDocument;
  corrects: number | null;
}

/** What is left out was unknown to the version that issued the document. */
export interface StoredDocument {
  seller: { name: string; address: string[]; tax_id?: string; footer?: string };
  lines: { item_id: string; name: string; quantity: number; unit_amount: number | null }[];
  buyer?: StoredBuyer;
}

interface StoredBuyer {
  name: string;
  email: string;
  tax_id?: string;
  billing_address: Address;
  shipping_address: Address;
}

const addressOf = ({ address, city, state, country, postal_code }: Address): Address => ({
  address,
  city,
  state,
  country,
  postal_code,
});

export const storedBuyer = ({ name, email, taxId, billingAddress, shippingAddress }: Buyer): StoredBuyer => ({
  name,
  email,
  ...(taxId === undefined ? {} : { tax_id: taxId }),
  billing_address: addressOf(billingAddress),
  shipping_address: addressOf(shippingAddress),
});

export function storedDocument({ seller, lines, buyer }: InvoiceDocument): StoredDocument {
  return {
    seller: {
      name: seller.name,
      address: [...seller.address],
      ...(seller.taxId === undefined ? {} : { tax_id: seller.taxId }),
      ...(seller.footer === undefined ? {} : { footer: seller.footer }),
    },
    lines: lines.map((line) => ({
      item_id: line.itemId,
      name: line.name,
      quantity: line.quantity,
      unit_amount: line.unitAmount === undefined ? null : toJsonInteger(line.unitAmount),
    })),
    ...(buyer ? { buyer: storedBuyer(buyer) } : {}),
  };
}

/** A text that PostgreSQL refuses must not keep a payment from succeeding, so what it refuses is left out. */
export const toJsonb = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'string' ? member.replaceAll('\u0000', '').toWellFormed() : member,
  );

export function readInvoice(row: InvoiceRecord): IssuedInvoice {
  const { seller, lines, buyer } = row.document;
  return {
    kind: row.kind,
    intentId: idFromUuid('pi', row.payment_intent_id),
    prefix: row.prefix,
    number: row.number,
    issuedAtMs: row.issued_at.getTime(),
    document: {
      seller: { name: seller.name, address: seller.address, taxId: seller.tax_id, footer: seller.footer },
      lines: lines.map((line) => ({
        itemId: line.item_id,
        name: line.name,
        quantity: line.quantity,
        unitAmount: line.unit_amount === null ? undefined : fiatAmount(line.unit_amount),
      })),
      buyer: buyer && {
        name: buyer.name,
        email: buyer.email,
        taxId: buyer.tax_id,
        billingAddress: buyer.billing_address,
        shippingAddress: buyer.shipping_address,
      },
    },
    corrects: row.corrects ?? undefined,
  };
}
