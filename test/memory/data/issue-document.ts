import type { Intent } from '../../../src/domain/intents/intent.ts';
import { type DocumentOrder, freezeInvoice } from '../../../src/domain/invoices/invoice.ts';
import { type Draft, isOwn, nameIn, type Owner } from './tables.ts';

/** Issues an invoice unless the intent has one that no credit note cancels, and a credit note only for such an invoice. */
export function issueDocument(
  { invoices, items }: Draft,
  { merchantId, livemode }: Owner,
  intent: Intent,
  { kind, seller, prefix }: DocumentOrder,
  atMs: number,
): void {
  const owner = { merchantId, livemode };
  const own = [...invoices.values()].filter((row) => isOwn(row, owner));
  const ofIntent = own.filter(({ intentId }) => intentId === intent.id);
  const valid = ofIntent.findLast(
    (row) => row.kind === 'invoice' && ofIntent.every(({ corrects }) => corrects !== row.number),
  );
  if ((kind === 'credit_note') !== (valid !== undefined)) return;
  const number = own.filter((row) => row.kind === kind).length + 1;
  const catalog = [...items.values()].filter((item) => isOwn(item, owner));
  const document = valid?.document ?? structuredClone(freezeInvoice(intent, seller, catalog));
  const issued = { kind, intentId: intent.id, prefix, number, issuedAtMs: atMs, document, corrects: valid?.number };
  invoices.set(nameIn(owner, `${kind}:${number}`), { ...issued, ...owner });
}
