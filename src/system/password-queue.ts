import { Problem } from '../domain/errors.ts';
import { LIMITS } from '../domain/limits.ts';

interface Waiting {
  knownAs: string | undefined;
  sinceMs: number;
  start: () => void;
  reject: (error: Problem) => void;
}

const unavailable = () =>
  new Problem('unavailable', 'Too many passwords are being checked. Try again in a moment.', {
    headers: { 'retry-after': '2' },
  });

/**
 * Hashing takes a processor for a tenth of a second, so only a few passwords are hashed at a time and a few wait. Known users
 * go first and take the places of strangers, so strangers cannot keep an owner out.
 */
export class PasswordQueue {
  readonly #atOnce: number;
  #running = 0;
  readonly #known: Waiting[] = [];
  readonly #strangers: Waiting[] = [];

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** `work` starts when it is its turn. It never starts after the promise was rejected. */
  run<Result>(work: () => Promise<Result>, knownAs?: string): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      const start = () => {
        this.#running += 1;
        const end = () => {
          this.#running -= 1;
          this.#next();
        };
        work().finally(end).then(resolve, reject);
      };
      this.#add({ knownAs, sinceMs: performance.now(), start, reject });
      this.#next();
    });
  }

  #add(job: Waiting): void {
    this.#dropOverdue();
    const isKnown =
      job.knownAs !== undefined &&
      this.#known.filter(({ knownAs }) => knownAs === job.knownAs).length < LIMITS.passwordsWaitingOfUserMax;
    const isFull = this.#known.length + this.#strangers.length >= LIMITS.passwordsWaitingMax;
    const displaced = isFull && isKnown ? this.#strangers.pop() : undefined;
    displaced?.reject(unavailable());
    if (isFull && !displaced) job.reject(unavailable());
    else (isKnown ? this.#known : this.#strangers).push(job);
  }

  #next(): void {
    this.#dropOverdue();
    if (this.#running < this.#atOnce) (this.#known.shift() ?? this.#strangers.shift())?.start();
  }

  /** Their clients have given up. */
  #dropOverdue(): void {
    const oldestMs = performance.now() - LIMITS.passwordWaitMsMax;
    for (const waiting of [this.#known, this.#strangers]) {
      while (waiting[0] && waiting[0].sinceMs <= oldestMs) waiting.shift()?.reject(unavailable());
    }
  }
}
