import type { IntentId } from '../../domain/ids.ts';
import { makeInvoiceLink } from '../../usecases/invoices/invoice-link.ts';
import type { Context } from '../server/context.ts';

/** A signed link that opens an invoice without a key for thirty days. It stays the same for a whole day. */
export function payersInvoiceUrl(
  context: Pick<Context, 'config' | 'clock' | 'links'>,
  publicKey: string,
  intentId: IntentId,
  ending: '' | '.pdf' = '',
): string {
  const { expires, signature } = makeInvoiceLink(context, publicKey, intentId);
  const path = `${context.config.baseUrl}/${publicKey}/invoices/${intentId}${ending}`;
  return `${path}?expires=${expires}&signature=${signature}`;
}
