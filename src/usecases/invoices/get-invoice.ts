import type { IntentId, MerchantId } from '../../domain/ids.ts';
import { amountsOf } from '../../domain/intents/amounts.ts';
import type { Intent } from '../../domain/intents/intent.ts';
import {
  buildInvoice,
  freezeInvoice,
  type Invoice,
  type InvoicePayment,
  type IssuedInvoice,
  type Seller,
} from '../../domain/invoices/invoice.ts';
import type { Merchant } from '../../domain/merchants/merchant.ts';
import { formatDecimal } from '../../domain/money/decimal.ts';
import type { Merchants } from '../../ports/merchants.ts';
import type { Store } from '../../ports/stores.ts';
import { getIntent } from '../intents/get-intent.ts';

interface InvoicePorts {
  merchants: Pick<Merchants, 'find'>;
}

/** The invoice of an intent. The first request issues it, which fixes its number, seller, names and prices. */
export async function getInvoice(
  ports: InvoicePorts,
  store: Store,
  asked: { merchantId: MerchantId; intentId: IntentId | undefined },
): Promise<Invoice> {
  const intent = await getIntent(store, asked.intentId);
  const issued = (await store.invoices.find(intent.id)) ?? (await issue(ports, store, asked.merchantId, intent));
  return buildInvoice({ intent, issued, ...paymentsOf(intent) });
}

async function issue(
  { merchants }: InvoicePorts,
  store: Store,
  merchantId: MerchantId,
  intent: Intent,
): Promise<IssuedInvoice> {
  const itemIds = [...new Set(intent.request.items.map((item) => item.item_id))];
  const [merchant, catalog] = await Promise.all([merchants.find(merchantId), store.items.find(itemIds)]);
  return store.invoices.issue(intent.id, freezeInvoice(intent, sellerOf(merchant), catalog));
}

/** The payments of an intent as an invoice lists them. */
function paymentsOf(intent: Intent): { payments: InvoicePayment[]; amountReceived: string } {
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
  return { payments, amountReceived: formatDecimal(amountsOf(intent).received) };
}

/** A merchant has only a name so far. */
const sellerOf = (merchant: Merchant | undefined): Seller => ({
  name: merchant?.name ?? '',
  address: [],
});
