export interface Listener<Value> {
  notify: (value: Value) => void;
  /** Something may have been missed. */
  onLost: (() => void) | undefined;
}

/** Who listens to what happens to one merchant and mode, or to everything in a database. */
export class Listeners<Value> {
  readonly #ofTenant = new Map<string, Set<Listener<Value>>>();
  readonly #ofAll = new Set<Listener<Value>>();

  add(tenant: string, listener: Listener<Value>): () => void {
    const listeners = this.#ofTenant.get(tenant) ?? new Set();
    this.#ofTenant.set(tenant, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#ofTenant.get(tenant) === listeners) this.#ofTenant.delete(tenant);
    };
  }

  addForAll(listener: Listener<Value>): () => void {
    this.#ofAll.add(listener);
    return () => void this.#ofAll.delete(listener);
  }

  /** Those that somebody listens to. */
  tenants(): Iterable<string> {
    return this.#ofTenant.keys();
  }

  notify(heard: readonly { tenant: string; value: Value }[]): void {
    for (const { tenant, value } of heard) {
      for (const listener of this.#ofTenant.get(tenant) ?? []) listener.notify(value);
      for (const listener of this.#ofAll) listener.notify(value);
    }
  }

  notifyLostOf(tenant: string): void {
    for (const listener of this.#ofTenant.get(tenant) ?? []) listener.onLost?.();
  }

  notifyLost(): void {
    for (const listeners of [...this.#ofTenant.values(), this.#ofAll]) {
      for (const listener of listeners) listener.onLost?.();
    }
  }
}
