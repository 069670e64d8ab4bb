import type { Clock } from '../../src/ports/clock.ts';

/** Stands still until a test moves it; sleeping moves it too. */
export class TestClock implements Clock {
  #nowMs: number;

  constructor(nowMs: number) {
    this.#nowMs = nowMs;
  }

  nowMs = (): number => this.#nowMs;

  set(nowMs: number): void {
    this.#nowMs = nowMs;
  }

  advance(ms: number): void {
    this.#nowMs += ms;
  }

  sleep = async (ms: number): Promise<void> => this.advance(ms);
}
