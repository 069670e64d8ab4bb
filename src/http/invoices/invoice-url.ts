import type { IntentId } from '../../domain/ids.ts';
import { makeInvoiceLink } from '../../usecases/invoices/invoice-link.ts';
import type { Context } from '../server/context.ts';

/** The address of a document of an intent. */
export type DocumentUrl = (number: string | undefined, ending: '' | '.pdf') => string;

/** A signed link that opens an invoice without a key for thirty days. It stays the same for a whole day. */
export function payersInvoiceUrl(
  context: Pick<Context, 'config' | 'clock' | 'links'>,
  publicKey: string,
  intentId: IntentId,
  { number, ending = '' }: { number?: string | undefined; ending?: '' | '.pdf' | undefined } = {},
): string {
  const { expires, signature } = makeInvoiceLink(context, publicKey, intentId);
  const path = `${context.config.baseUrl}/${publicKey}/invoices/${intentId}${ending}`;
  const asked = number === undefined ? '' : `number=${encodeURIComponent(number)}&`;
  return `${path}?${asked}expires=${expires}&signature=${signature}`;
}
