import type { IntentStatus } from '../intents/intent-status.ts';
import type { MerchantSettings } from '../merchants/settings.ts';
import { CREDIT_NOTE_PREFIX, type DocumentOrder, type Seller } from './invoice.ts';

/** The seller as invoices name it from now on. */
export const sellerOf = ({ name, legalName, address, taxId, invoiceFooter }: MerchantSettings): Seller => ({
  name: legalName ?? name,
  address,
  taxId,
  footer: invoiceFooter,
});

/** A success gets an invoice, and a success that is reversed gets a credit note. */
export function orderDocument(
  from: IntentStatus,
  to: IntentStatus,
  settings: MerchantSettings,
): DocumentOrder | undefined {
  if (from === to) return undefined;
  if (to === 'succeeded') return orderInvoice(settings);
  return from === 'succeeded'
    ? { kind: 'credit_note', seller: sellerOf(settings), prefix: CREDIT_NOTE_PREFIX }
    : undefined;
}

export const orderInvoice = (settings: MerchantSettings): DocumentOrder => ({
  kind: 'invoice',
  seller: sellerOf(settings),
  prefix: settings.invoicePrefix,
});
