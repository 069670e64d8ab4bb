import type { Clock } from '../../ports/clock.ts';

/** A node that allows fewer calls per second is asked this often all the same, and each call more than once. */
const RATE_MIN = 5;
/** Above this rate, a node is not slowed anymore. */
const RATE_MAX = 50;
const GROWTH = 1.1;
const GROW_EVERY_MS = 10_000;
/** How long to wait after the first of several limits in a row, if the node does not say. It doubles with each. */
const REST_MS = 250;
const REST_MS_MAX = 60_000;
const SECOND_MS = 1_000;

/** The right to make one call, after a wait. */
export interface Turn {
  waitMs: number;
  /** How often the node had been slowed down before. */
  slowdown: number;
}

/**
 * How fast one node may be called. There is no limit until the node says that there is one. Then the rate is halved, and
 * grows again slowly. All calls to the node share it, however many run at a time.
 */
export class Pace {
  readonly #clock: Pick<Clock, 'nowMs'>;
  #callsPerSecond: number | undefined;
  #changedAtMs = 0;
  /** When the next call may begin. */
  #nextMs = 0;
  /** When the next call may begin that was rejected before. It does not wait behind new ones, so that none waits forever. */
  #nextRetryMs = 0;
  #restUntilMs = 0;
  #slowdowns = 0;
  #limitsInARow = 0;
  /** The calls of the current second, and of the one before. */
  #counted = { sinceMs: 0, calls: 0, before: 0 };

  constructor(clock: Pick<Clock, 'nowMs'>) {
    this.#clock = clock;
  }

  /** Undefined if the node is not slowed. */
  get callsPerSecond(): number | undefined {
    return this.#callsPerSecond;
  }

  /** Undefined if the turn would come after `untilMs`. */
  takeTurn(untilMs: number, isRetry = false): Turn | undefined {
    const nowMs = this.#clock.nowMs();
    this.#grow(nowMs);
    // If the clock was set back, the rest is over.
    if (Math.max(this.#restUntilMs, this.#nextMs) > nowMs + REST_MS_MAX)
      [this.#restUntilMs, this.#nextMs, this.#nextRetryMs] = [nowMs, nowMs, nowMs];
    const atMs = Math.max(nowMs, this.#restUntilMs, isRetry ? this.#nextRetryMs : this.#nextMs);
    if (atMs > untilMs) return undefined;
    this.#count(nowMs);
    if (this.#callsPerSecond !== undefined) {
      const endMs = atMs + SECOND_MS / this.#callsPerSecond;
      if (isRetry) this.#nextRetryMs = endMs;
      this.#nextMs = isRetry ? Math.max(this.#nextMs, endMs) : endMs;
    }
    return { waitMs: atMs - nowMs, slowdown: this.#slowdowns };
  }

  /** After an answer that is not about the rate. */
  noteAnswer(): void {
    this.#limitsInARow = 0;
  }

  /** Lets the node rest, because another one is called instead. */
  rest(ms: number): void {
    this.#restUntilMs = Math.max(this.#restUntilMs, this.#clock.nowMs() + Math.min(ms, REST_MS_MAX));
  }

  /** After the node rejected a call because of the rate. Calls that were rejected together count once. */
  slowDown({ slowdown }: Turn, retryAfterMs = 0): void {
    const nowMs = this.#clock.nowMs();
    if (slowdown === this.#slowdowns) {
      const { calls, before } = this.#counted;
      const rate = (this.#callsPerSecond ?? Math.max(calls, before)) / 2;
      this.#callsPerSecond = Math.min(RATE_MAX, Math.max(RATE_MIN, rate));
      this.#changedAtMs = nowMs;
      this.#slowdowns += 1;
      this.#limitsInARow += 1;
    }
    this.rest(Math.max(retryAfterMs, REST_MS * 2 ** (this.#limitsInARow - 1)));
  }

  #grow(nowMs: number): void {
    if (this.#callsPerSecond === undefined) return;
    const steps = Math.floor((nowMs - this.#changedAtMs) / GROW_EVERY_MS);
    if (steps <= 0) return;
    const rate = this.#callsPerSecond * GROWTH ** steps;
    this.#callsPerSecond = rate > RATE_MAX ? undefined : rate;
    this.#changedAtMs += steps * GROW_EVERY_MS;
  }

  #count(nowMs: number): void {
    const { sinceMs, calls } = this.#counted;
    const age = nowMs - sinceMs;
    if (age >= SECOND_MS || age < 0)
      this.#counted = { sinceMs: nowMs, calls: 1, before: age < 2 * SECOND_MS ? calls : 0 };
    else this.#counted.calls += 1;
  }
}
