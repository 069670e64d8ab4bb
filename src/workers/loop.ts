export interface Loop {
  /** Resolves after the first round, whether it succeeded or not. */
  firstRound: Promise<void>;
  /** Resolves when the current round is done. */
  stop(): Promise<void>;
}

/** What becomes of the rounds of a loop. */
export interface LoopObserver {
  succeeded(): void;
  failed(error: unknown): void;
}

/**
 * Runs a task repeatedly, with a pause after each round. A failed round is reported, and the loop continues. A round that
 * returns false did nothing, so it neither succeeded nor failed.
 */
export function startLoop(pauseMs: number, task: () => Promise<unknown>, observer: LoopObserver): Loop {
  let stopped = false;
  let wake: (() => void) | undefined;
  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pauseMs);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const runRound = async () => {
    try {
      if ((await task()) !== false) observer.succeeded();
    } catch (error) {
      observer.failed(error);
    }
  };
  const firstRound = runRound();
  const run = async () => {
    await firstRound;
    for (;;) {
      if (!stopped) await pause();
      if (stopped) return;
      await runRound();
    }
  };
  const running = run();
  return {
    firstRound,
    async stop() {
      stopped = true;
      wake?.();
      await running;
    },
  };
}
