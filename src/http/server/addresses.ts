import type { IntentId } from '../../domain/ids.ts';

export const intentUrl = (baseUrl: string, publicKey: string, id: IntentId): string =>
  `${baseUrl}/${publicKey}/payment_intents/${id}`;

export const checkoutUrl = (baseUrl: string, publicKey: string, id: IntentId): string =>
  `${baseUrl}/${publicKey}/checkout/${id}`;
