import type { IntentId } from '../domain/ids.ts';
import type { IntentStatus } from '../domain/intents/intent-status.ts';
import type { Tenant } from './stores.ts';

/** An intent was created or changed, by any process. */
export interface Change {
  intentId: IntentId;
  sequence: number;
  status: IntentStatus;
}

export interface Changes {
  /**
   * Calls `listener` for every change until the returned function is called. Calls `onLost` if changes may have been
   * missed, so that the subscriber reads again.
   */
  subscribe(tenant: Tenant, listener: (change: Change) => void, onLost?: () => void): () => void;
}
