import type { Change, Changes } from '../../src/ports/changes.ts';
import type { Tenant } from '../../src/ports/stores.ts';
import type { Notice } from './data/tables.ts';

type DatabaseId = Tenant['dataStoreId'];

interface Subscriber {
  tenant: Tenant;
  notify: (notice: Notice) => void;
}

interface Watcher {
  dataStoreId: DatabaseId;
  what: 'changes' | 'numbers';
  notify: () => void;
}

/** Passes what a database commits on to its subscribers, and never loses a change. */
export class MemoryChanges implements Changes {
  readonly #subscribers = new Set<Subscriber>();
  readonly #watchers = new Set<Watcher>();

  subscribe(tenant: Tenant, listener: (change: Change) => void): () => void {
    return this.#add({ tenant, notify: (notice) => 'change' in notice && listener(notice.change) });
  }

  subscribeToNumbers(tenant: Tenant, listener: (number: number) => void): () => void {
    return this.#add({ tenant, notify: (notice) => 'number' in notice && listener(notice.number) });
  }

  watch(dataStoreId: DatabaseId, what: Watcher['what'], notify: () => void): () => void {
    const watcher = { dataStoreId, what, notify };
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }

  publish(notices: readonly Notice[], dataStoreId: DatabaseId): void {
    for (const notice of notices) {
      const what = 'number' in notice ? 'numbers' : 'changes';
      for (const watcher of this.#watchers) {
        if (watcher.dataStoreId === dataStoreId && watcher.what === what) watcher.notify();
      }
      for (const { tenant, notify } of this.#subscribers) {
        const isTheirs = tenant.merchantId === notice.merchantId && tenant.livemode === notice.livemode;
        if (isTheirs && tenant.dataStoreId === dataStoreId) notify(notice);
      }
    }
  }

  #add(subscriber: Subscriber): () => void {
    this.#subscribers.add(subscriber);
    return () => void this.#subscribers.delete(subscriber);
  }
}
