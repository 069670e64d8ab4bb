import type { IntentId } from '../../domain/ids.ts';
import { makeInvoiceLink } from '../../usecases/invoices/invoice-link.ts';
import type { Context } from '../server/context.ts';

/** The address of a document of an intent, and when it stops working. */
export type DocumentLink = (number: string | undefined, ending: '' | '.pdf') => { url: string; expiresAtMs: number };

/** Signed links that open an invoice without a key for thirty days. They stay the same for a whole day. */
export function payersInvoiceLink(
  context: Pick<Context, 'config' | 'clock' | 'links'>,
  publicKey: string,
  intentId: IntentId,
): DocumentLink {
  const { expires, signature } = makeInvoiceLink(context, publicKey, intentId);
  return (number, ending) => {
    const path = `${context.config.baseUrl}/${publicKey}/invoices/${intentId}${ending}`;
    const asked = number === undefined ? '' : `number=${encodeURIComponent(number)}&`;
    return { url: `${path}?${asked}expires=${expires}&signature=${signature}`, expiresAtMs: Number(expires) * 1_000 };
  };
}
