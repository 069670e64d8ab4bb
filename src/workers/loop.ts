export interface Loop {
  /** Resolves after the first round, whether it succeeded or not. */
  firstRound: Promise<void>;
  /** Starts the next round now, or after the one that is running. */
  wake(): void;
  /** Resolves when the current round is done. */
  stop(): Promise<void>;
}

/** What becomes of the rounds of a loop. */
export interface LoopObserver {
  succeeded(): void;
  failed(error: unknown): void;
}

/** A time to wait that can end early. */
class Pause {
  readonly over: Promise<void>;
  readonly #timer: NodeJS.Timeout;
  readonly #resolve: () => void;

  constructor(ms: number) {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.over = promise;
    this.#resolve = resolve;
    this.#timer = setTimeout(resolve, ms);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#resolve();
  }
}

/**
 * Runs a task repeatedly, with a pause after each round. Waking the loop ends the pause, except for its first part, the rest,
 * in which more work can come together. A failed round is reported, and the loop continues. A round that returns
 * false did nothing, so it neither succeeded nor failed.
 */
export function startLoop<Result>(
  pauseMs: number,
  task: () => Promise<Result>,
  observer: LoopObserver,
  restMsAfter: (result: Result) => number = () => 0,
): Loop {
  let stopped = false;
  let woken = false;
  let restMs = 0;
  let rest: Pause | undefined;
  let pause: Pause | undefined;
  const runRound = async () => {
    woken = false;
    restMs = 0;
    try {
      const result = await task();
      restMs = restMsAfter(result);
      if (result !== false) observer.succeeded();
    } catch (error) {
      observer.failed(error);
    }
  };
  const firstRound = runRound();
  const run = async () => {
    await firstRound;
    for (;;) {
      rest = stopped || restMs === 0 ? undefined : new Pause(restMs);
      await rest?.over;
      pause = stopped || woken ? undefined : new Pause(pauseMs - restMs);
      await pause?.over;
      if (stopped) return;
      await runRound();
    }
  };
  const running = run();
  return {
    firstRound,
    wake() {
      woken = true;
      pause?.end();
    },
    async stop() {
      stopped = true;
      rest?.end();
      pause?.end();
      await running;
    },
  };
}
