import type { NetworkReport } from '../../ports/networks.ts';
import { type NetworkState, type ViewNetworksPorts, viewNetworks } from './view-networks.ts';

type Listener = (changed: ReadonlyMap<string, NetworkState>) => void;

/**
 * Reads the reports of all networks for the whole process, so that no request needs a query for them, and tells open
 * streams when a network can no longer be seen, or can be seen again.
 */
export class VisibilityWatch {
  readonly #ports: ViewNetworksPorts;
  readonly #listeners = new Set<Listener>();
  #reports: readonly NetworkReport[] | undefined;
  #states: ReadonlyMap<string, NetworkState> | undefined;

  constructor(ports: ViewNetworksPorts) {
    this.#ports = ports;
  }

  /** The reports as they were last read. */
  async list(): Promise<NetworkReport[]> {
    if (!this.#reports) await this.look();
    return [...(this.#reports ?? [])];
  }

  /** Until the returned function is called. */
  watch(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  async look(): Promise<void> {
    try {
      this.#reports = await this.#ports.networks.list();
    } finally {
      // Reports that cannot be read again grow old, and a network without news cannot be seen.
      if (this.#reports) await this.#notify();
    }
  }

  async #notify(): Promise<void> {
    const { chains, clock } = this.#ports;
    const views = await viewNetworks({ chains, clock, networks: this });
    const before = this.#states;
    this.#states = new Map(views.map(({ network, state }) => [network, state]));
    const changed = new Map([...this.#states].filter(([network, state]) => before && before.get(network) !== state));
    if (changed.size > 0) for (const listener of this.#listeners) listener(changed);
  }
}
