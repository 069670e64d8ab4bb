import type { IntentId } from '../../domain/ids.ts';
import type { Intent } from '../../domain/intents/intent.ts';
import { formatInvoiceNumber, type IssuedInvoice } from '../../domain/invoices/invoice.ts';
import { LIMITS } from '../../domain/limits.ts';
import { toJsonInteger } from '../../domain/money/money.ts';
import type { Store } from '../../ports/stores.ts';

/** What is known of a customer: the newest payment intents after a cursor, as the API and the command show them. */
export async function exportCustomer(
  { intents, invoices }: Pick<Store, 'intents' | 'invoices'>,
  { email, cursor }: { email: string; cursor?: IntentId | undefined },
) {
  const limit = LIMITS.exportIntentsMax;
  const olderThan = cursor === undefined ? {} : { olderThan: cursor };
  const { intents: found } = await intents.list({ email, limit: limit + 1, ...olderThan });
  const page = found.slice(0, limit);
  const data = [];
  for (const intent of page) data.push(presentIntent(intent, await invoices.listOfIntent(intent.id)));
  return { email, data, next_cursor: found.length > limit ? (page.at(-1)?.id ?? null) : null };
}

const presentIntent = (intent: Intent, issued: readonly IssuedInvoice[]) => ({
  payment_intent_id: intent.id,
  status: intent.status,
  created_at: new Date(intent.createdAtMs).toISOString(),
  total_amount: toJsonInteger(intent.totalAmount),
  currency: intent.currency,
  payments: intent.payments.map(({ network, tx, asset }) => ({ network, tx, asset })),
  invoices: issued.map((one) => ({
    kind: one.kind,
    number: formatInvoiceNumber(one),
    issued_at: new Date(one.issuedAtMs).toISOString(),
    buyer: one.document.buyer ? { name: one.document.buyer.name, email: one.document.buyer.email } : null,
  })),
  request: intent.request as object,
});
