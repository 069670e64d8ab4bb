export interface Loop {
  /** Resolves when the current round is done. */
  stop(): Promise<void>;
}

/** Runs a task repeatedly, with a pause between rounds. A failed round calls `onError`, and the loop continues. */
export function startLoop(pauseMs: number, task: () => Promise<void>, onError: (error: unknown) => void): Loop {
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
  const run = async () => {
    for (;;) {
      await pause();
      if (stopped) return;
      await task().catch(onError);
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
