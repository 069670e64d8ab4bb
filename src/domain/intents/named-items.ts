import type { IntentRequest } from './intent-request.ts';

/** The IDs of the items that a request names, each once. */
export const namedItems = ({ items }: Pick<IntentRequest, 'items'>): string[] => [
  ...new Set(items.map((item) => item.item_id)),
];
