import type { IntentId } from '../domain/ids.ts';

/** The addresses under which an intent is found, all made in one place. */
export const intentUrl = (baseUrl: string, publicKey: string, id: IntentId): string =>
  `${baseUrl}/${publicKey}/payment_intents/${id}`;

export const checkoutUrl = (baseUrl: string, publicKey: string, id: IntentId): string =>
  `${baseUrl}/${publicKey}/checkout/${id}`;

const invoiceUrl = (baseUrl: string, publicKey: string, id: IntentId): string =>
  `${baseUrl}/${publicKey}/invoices/${id}`;

/** With the signature that opens it to whoever has no key. */
export const signedInvoiceUrl = (
  baseUrl: string,
  publicKey: string,
  id: IntentId,
  link: { expires: string; signature: string },
  ending: '' | '.pdf' = '',
): string => `${invoiceUrl(baseUrl, publicKey, id)}${ending}?expires=${link.expires}&signature=${link.signature}`;
