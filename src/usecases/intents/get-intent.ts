import { Problem } from '../../domain/errors.ts';
import type { IntentId } from '../../domain/ids.ts';
import type { Intent } from '../../domain/intents/intent.ts';
import type { Store } from '../../ports/stores.ts';

export async function getIntent(store: Store, id: IntentId | undefined): Promise<Intent> {
  const intent = id && (await store.intents.find(id));
  if (!intent) throw new Problem('not_found', 'There is no payment intent with this ID for this merchant and mode.');
  return intent;
}
