import type { Change, Changes } from '../../src/ports/changes.ts';
import type { Tenant } from '../../src/ports/stores.ts';
import type { Notice } from './data/tables.ts';

interface Subscriber {
  tenant: Tenant;
  listener: (change: Change) => void;
}

/** Passes what a database commits on to its subscribers, and never loses a change. */
export class MemoryChanges implements Changes {
  readonly #subscribers = new Set<Subscriber>();

  subscribe(tenant: Tenant, listener: (change: Change) => void): () => void {
    const subscriber = { tenant, listener };
    this.#subscribers.add(subscriber);
    return () => void this.#subscribers.delete(subscriber);
  }

  publish(notices: readonly Notice[], dataStoreId: Tenant['dataStoreId']): void {
    for (const { merchantId, livemode, change } of notices) {
      for (const { tenant, listener } of this.#subscribers) {
        const isTheirs = tenant.merchantId === merchantId && tenant.livemode === livemode;
        if (isTheirs && tenant.dataStoreId === dataStoreId) listener(change);
      }
    }
  }
}
