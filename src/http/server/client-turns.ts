type Start = (leave: () => void) => void;

interface Turns {
  running: number;
  waiting: Start[];
}

interface Options {
  /** How many requests of a client, which may change. */
  atOnce: (client: string) => number;
  /** A request that takes longer waits for something else than this process, so it no longer keeps others waiting. */
  turnMsMax: number;
}

/**
 * Lets each client have only a few requests at work at a time; the others wait for their turn. So a client with many
 * connections gets no larger share of a busy server than one with few.
 */
export class ClientTurns {
  readonly #options: Options;
  readonly #clients = new Map<string, Turns>();

  constructor(options: Options) {
    this.#options = options;
  }

  /** Calls back when it is the request's turn, with a function that ends it. Only its first call counts. */
  take(client: string, start: Start): void {
    const turns = this.#clients.get(client) ?? { running: 0, waiting: [] };
    this.#clients.set(client, turns);
    if (turns.running >= this.#options.atOnce(client)) {
      turns.waiting.push(start);
      return;
    }
    turns.running += 1;
    this.#start(client, turns, start);
  }

  #start(client: string, turns: Turns, start: Start): void {
    let isOver = false;
    const leave = () => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      const next = turns.running <= this.#options.atOnce(client) ? turns.waiting.shift() : undefined;
      // The requests of others come in between.
      if (next) setImmediate(() => this.#start(client, turns, next));
      else turns.running -= 1;
      if (turns.running === 0) this.#clients.delete(client);
    };
    const timer = setTimeout(leave, this.#options.turnMsMax).unref();
    start(leave);
  }
}
