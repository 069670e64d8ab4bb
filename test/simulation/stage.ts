/** Thrown at a gate: the process is gone, and with it everything that it had not committed. */
export class Crash extends Error {}

/** Something that runs by itself: one round of a worker, one request of a merchant. */
export class Actor {
  readonly name: string;
  /** The worker whose round it is; actors of one worker die together. */
  readonly worker: string | undefined;
  /** So many gates are passed before it stands still again. */
  budget = 0;
  at = 'start';
  /** The step of the world at which it began. */
  startedAt = 0;
  isDone = false;
  isWaiting = false;
  doom: Error | undefined;
  failure: unknown;
  resume: () => void = () => undefined;
  arrive: () => void = () => undefined;

  constructor(name: string, worker: string | undefined) {
    this.name = name;
    this.worker = worker;
  }
}

/**
 * Runs actors one at a time, from gate to gate. Every call through a port is a gate, so whoever directs the stage decides
 * how they interleave, and the same directions give the same run.
 */
export class Stage {
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

  /** Lets an actor go on until it has passed so many gates, is done, or waits for another one's transaction. */
  async advance(actor: Actor, budget: number): Promise<void> {
    actor.budget = budget;
    const arrived = new Promise<void>((resolve) => {
      actor.arrive = resolve;
    });
    actor.resume();
    await arrived;
  }

  /** Runs an actor to its end, and before it whoever keeps it waiting. */
  async finish(actor: Actor): Promise<void> {
    while (!actor.isDone) {
      const holder = this.#holder;
      await this.advance(actor.isWaiting && holder ? holder : actor, Number.POSITIVE_INFINITY);
    }
  }

  /** Who has to move first for this actor to move. */
  mover(actor: Actor): Actor {
    return actor.isWaiting && this.#holder ? this.#holder : actor;
  }

  async pass(actor: Actor, at: string): Promise<void> {
    actor.at = at;
    if (actor.doom) throw actor.doom;
    if (actor.budget > 0) actor.budget -= 1;
    else await this.#park(actor);
  }

  async #park(actor: Actor): Promise<void> {
    await new Promise<void>((resolve) => {
      actor.resume = resolve;
      actor.arrive();
    });
    if (actor.doom) throw actor.doom;
  }

  /** Transactions are serial: whoever comes second waits at this gate and not inside the database. */
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

  isInTransaction(actor: Actor): boolean {
    return this.#holder === actor;
  }
}
