import { Problem } from '../../domain/errors.ts';
import type { IntentId } from '../../domain/ids.ts';
import type { Intent } from '../../domain/intents/intent.ts';
import type { FoundIntent } from '../../ports/intents.ts';
import type { Store } from '../../ports/stores.ts';

export async function getIntent(store: Store, id: IntentId | undefined): Promise<Intent> {
  return required(id && (await store.intents.find(id)));
}

export async function getIntentWithTimeline(store: Store, id: IntentId | undefined): Promise<FoundIntent> {
  return required(id && (await store.intents.findWithTimeline(id)));
}

function required<Found extends object>(found: Found | '' | undefined): Found {
  if (!found) throw new Problem('not_found', 'There is no payment intent with this ID for this merchant and mode.');
  return found;
}
