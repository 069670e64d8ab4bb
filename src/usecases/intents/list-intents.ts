import type { Intent } from '../../domain/intents/intent.ts';
import type { IntentFilter } from '../../ports/intents.ts';
import type { Store } from '../../ports/stores.ts';

export interface IntentPage {
  intents: Intent[];
  /** The cursor of the next page; undefined on the last page. */
  next: Intent['id'] | undefined;
}

/** One page, newest first. Reads one more than requested to know whether another page follows. */
export async function listIntents(store: Store, filter: IntentFilter): Promise<IntentPage> {
  const { intents: found, lookedUntil } = await store.intents.list({ ...filter, limit: filter.limit + 1 });
  const intents = found.slice(0, filter.limit);
  return { intents, next: found.length > filter.limit ? intents.at(-1)?.id : lookedUntil };
}
