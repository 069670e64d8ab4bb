import { Problem } from '../../domain/errors.ts';
import type { IntentId, MerchantId } from '../../domain/ids.ts';
import { amountsOf } from '../../domain/intents/amounts.ts';
import type { Intent } from '../../domain/intents/intent.ts';
import { namedItems } from '../../domain/intents/named-items.ts';
import {
  buildInvoice,
  formatInvoiceNumber,
  freezeInvoice,
  type Invoice,
  type InvoiceDocument,
} from '../../domain/invoices/invoice.ts';
import { sellerOf } from '../../domain/invoices/order-document.ts';
import { formatDecimal } from '../../domain/money/decimal.ts';
import type { Settings } from '../../ports/settings.ts';
import type { Store } from '../../ports/stores.ts';
import { getIntent } from '../intents/get-intent.ts';

interface InvoicePorts {
  settings: Pick<Settings, 'find'>;
}

/**
 * The document with this number of an intent: an invoice or a credit note. Without a number, the newest invoice, or a pro forma
 * as it would be issued now. Reading never issues anything.
 */
export async function getInvoice(
  ports: InvoicePorts,
  store: Store,
  asked: { merchantId: MerchantId; intentId: IntentId | undefined; number?: string | undefined },
): Promise<Invoice> {
  const intent = await getIntent(store, asked.intentId);
  const all = await store.invoices.listOfIntent(intent.id);
  const issued = all.findLast((one) =>
    asked.number === undefined ? one.kind === 'invoice' : formatInvoiceNumber(one) === asked.number,
  );
  if (!issued && asked.number !== undefined)
    throw new Problem('not_found', `This payment intent has no invoice or credit note ${asked.number}.`);
  const document = issued?.document ?? (await draft(ports, store, asked.merchantId, intent));
  return buildInvoice({ intent, document, issued, all, ...paymentsOf(intent) });
}

async function draft(
  { settings }: InvoicePorts,
  store: Store,
  merchantId: MerchantId,
  intent: Intent,
): Promise<InvoiceDocument> {
  const itemIds = namedItems(intent.request);
  const [found, catalog] = await Promise.all([settings.find(merchantId), store.items.find(itemIds)]);
  return freezeInvoice(intent, sellerOf(found), catalog);
}

/** The payments of an intent as an invoice lists them. */
function paymentsOf(intent: Intent): Pick<Invoice, 'payments' | 'amountReceived' | 'overpaidBy'> {
  const payments = intent.payments
    .filter(({ state }) => state !== 'void')
    .map(({ network, tx, asset, amount, state, firstSeenAtMs }) => ({
      network,
      tx,
      asset,
      amount: formatDecimal(amount),
      at: new Date(firstSeenAtMs).toISOString(),
      state,
    }));
  const { received, overpaidBy } = amountsOf(intent);
  return { payments, amountReceived: formatDecimal(received), overpaidBy: formatDecimal(overpaidBy) };
}
