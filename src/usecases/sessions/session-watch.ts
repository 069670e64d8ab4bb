import type { SessionId } from '../../domain/ids.ts';
import type { Ports } from '../../ports/ports.ts';

/** Notifies open connections that their session has ended. One query checks all sessions. */
export class SessionWatch {
  readonly #watched = new Map<SessionId, Set<() => void>>();

  /** Until the returned function is called. */
  watch(id: SessionId, onEnd: () => void): () => void {
    const listeners = this.#watched.get(id) ?? new Set();
    this.#watched.set(id, listeners.add(onEnd));
    return () => {
      listeners.delete(onEnd);
      if (listeners.size === 0 && this.#watched.get(id) === listeners) this.#watched.delete(id);
    };
  }

  async look(ports: Pick<Ports, 'clock' | 'sessions'>): Promise<void> {
    const ids = [...this.#watched.keys()];
    if (ids.length === 0) return;
    for (const id of await ports.sessions.findEnded(ids, ports.clock.nowMs())) {
      for (const onEnd of this.#watched.get(id) ?? []) onEnd();
    }
  }
}
