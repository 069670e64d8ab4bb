import type { IntentId } from '../../domain/ids.ts';
import { makeInvoiceLink } from '../../usecases/invoices/invoice-link.ts';
import type { Context } from '../server/route.ts';

/** The address that opens an invoice to whoever has no key, for thirty days. The same on all of one day. */
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
