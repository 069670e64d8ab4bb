export interface Loop {
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
  const run = async () => {
    for (;;) {
      await runRound();
      if (!stopped) await pause();
      if (stopped) return;
    }
  };
  const running = run();
  return {
    async stop() {
      stopped = true;
      wake?.();
      await running;
    },
  };
}
