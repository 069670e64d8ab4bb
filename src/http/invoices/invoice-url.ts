import type { IntentId } from '../../domain/ids.ts';
import type { InvoiceLink } from '../../usecases/invoices/invoice-link.ts';
import type { Context } from '../server/context.ts';

/** The address of a document of an intent, and when it stops working. */
export type DocumentLink = (number: string | undefined, ending: '' | '.pdf') => { url: string; expiresAtMs: number };

/** The addresses of the documents of an intent, with a signature that opens all of them without a key. */
export function payersInvoiceLink(
  context: Pick<Context, 'config'>,
  publicKey: string,
  intentId: IntentId,
  { expires, signature }: InvoiceLink,
): DocumentLink {
  return (number, ending) => {
    const path = `${context.config.baseUrl}/${publicKey}/invoices/${intentId}${ending}`;
    const asked = number === undefined ? '' : `number=${encodeURIComponent(number)}&`;
    return { url: `${path}?${asked}expires=${expires}&signature=${signature}`, expiresAtMs: Number(expires) * 1_000 };
  };
}
