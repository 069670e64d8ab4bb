export interface Loop {
  /** Comes back when the round under way, if any, is done. */
  stop(): Promise<void>;
}

/** Runs a task again and again, with a pause between two rounds. A round that fails is told and does not end the loop. */
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
