import type { IntentId } from '../../domain/ids.ts';

/** The addresses under which an intent is found, all made in one place. */
export const intentUrl = (baseUrl: string, publicKey: string, id: IntentId): string =>
  `${baseUrl}/${publicKey}/payment_intents/${id}`;

export const checkoutUrl = (baseUrl: string, publicKey: string, id: IntentId): string =>
  `${baseUrl}/${publicKey}/checkout/${id}`;
