import type { DataStoreId, IntentId } from '../domain/ids.ts';
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
   * Calls `listener` for every change until the returned function is called, and maybe twice. Calls `onLost` if changes may
   * have been missed, so that the subscriber reads again.
   */
  subscribe(tenant: Tenant, listener: (change: Change) => void, onLost?: () => void): () => void;
  /** The same for numbered events: `listener` gets the last number. */
  subscribeToNumbers(tenant: Tenant, listener: (number: number) => void, onLost?: () => void): () => void;
  /** Calls `listener` whenever something changed or was numbered in a database, or may have been. */
  watch(dataStoreId: DataStoreId | undefined, what: 'changes' | 'numbers', listener: () => void): () => void;
}
