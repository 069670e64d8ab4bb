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
   * Calls `listener` for every change until the returned function is called. `onLost` is called where changes may have
   * been missed: the subscriber must read again.
   */
  subscribe(tenant: Tenant, listener: (change: Change) => void, onLost?: () => void): () => void;
}
