/** Thrown at a gate: the process crashes and loses everything uncommitted. */
export class Crash extends Error {}

/** Something that runs concurrently: one round of a worker, or one request of a merchant. */
export class Actor {
  readonly name: string;
  /** The worker whose round it is. All actors of one worker crash together. */
  readonly worker: string | undefined;
  /** The number of gates it may pass before it pauses again. */
  budget = 0;
  at = 'start';
  /** The step at which it started. It may pause and go on in many later steps. */
  startedAt: number | undefined;
  isDone = false;
  isWaiting = false;
  crashError: Error | undefined;
  failure: unknown;
  resume: () => void = () => undefined;
  arrive: () => void = () => undefined;

  constructor(name: string, worker: string | undefined) {
    this.name = name;
    this.worker = worker;
  }
}

/**
 * Runs actors one at a time, from gate to gate. Every call through a port is a gate, so the caller decides how actors
 * interleave, and the same decisions give the same run.
 */
export class Scheduler {
  readonly actors: Actor[] = [];
  #holder: Actor | undefined;

  start(name: string, worker: string | undefined, work: (actor: Actor) => Promise<unknown>): Actor {
    const actor = new Actor(name, worker);
    this.actors.push(actor);
    const end = () => {
      actor.isDone = true;
      this.actors.splice(this.actors.indexOf(actor), 1);
      actor.arrive();
    };
    actor.resume = () => {
      work(actor).then(end, (error: unknown) => {
        actor.failure = error;
        end();
      });
    };
    return actor;
  }

  /** Runs an actor until it has passed `budget` gates, is done, or waits for another transaction. */
  async advance(actor: Actor, budget: number): Promise<void> {
    actor.budget = budget;
    const arrived = new Promise<void>((resolve) => {
      actor.arrive = resolve;
    });
    actor.resume();
    await arrived;
  }

  /** Runs an actor to its end, after the actor that blocks it. */
  async finish(actor: Actor): Promise<void> {
    while (!actor.isDone) {
      const holder = this.#holder;
      await this.advance(actor.isWaiting && holder ? holder : actor, Number.POSITIVE_INFINITY);
    }
  }

  /** The actor that must move first for this actor to move. */
  blockerOf(actor: Actor): Actor {
    return actor.isWaiting && this.#holder ? this.#holder : actor;
  }

  /** Returns a promise only if the actor pauses or dies: most gates are passed at once, and there are very many. */
  pass(actor: Actor, at: string): Promise<void> | undefined {
    actor.at = at;
    if (actor.crashError) return Promise.reject(actor.crashError);
    if (actor.budget === 0) return this.#park(actor);
    actor.budget -= 1;
    return undefined;
  }

  async #park(actor: Actor): Promise<void> {
    await new Promise<void>((resolve) => {
      actor.resume = resolve;
      actor.arrive();
    });
    if (actor.crashError) throw actor.crashError;
  }

  /** Transactions are serial, so the second one waits at this gate instead of inside the database. */
  async inTransaction<Result>(actor: Actor, work: () => Promise<Result>): Promise<Result> {
    while (this.#holder) {
      actor.isWaiting = true;
      try {
        await this.#park(actor);
      } finally {
        actor.isWaiting = false;
      }
    }
    this.#holder = actor;
    try {
      return await work();
    } finally {
      this.#holder = undefined;
    }
  }

  /** Whether a transaction is open. */
  get isBusy(): boolean {
    return this.#holder !== undefined;
  }

  isInTransaction(actor: Actor): boolean {
    return this.#holder === actor;
  }
}
