import { parseId } from '../../domain/ids.ts';
import type { IntentFilter } from '../../ports/intents.ts';
import type { Store } from '../../ports/stores.ts';
import { type IntentPage, listIntents } from './list-intents.ts';

/** Searches by one text: the ID of an intent, an email address, or otherwise an order ID. */
export async function searchIntents(
  store: Store,
  filter: Omit<IntentFilter, 'email' | 'orderId'>,
  text: string,
): Promise<IntentPage> {
  const wanted = text.trim();
  const id = parseId('pi', wanted);
  if (id) {
    const intent = await store.intents.find(id);
    const fits = intent && (filter.status === undefined || filter.status === intent.status);
    return { intents: fits ? [intent] : [], next: undefined };
  }
  if (wanted === '') return listIntents(store, filter);
  return listIntents(store, { ...filter, ...(wanted.includes('@') ? { email: wanted } : { orderId: wanted }) });
}
