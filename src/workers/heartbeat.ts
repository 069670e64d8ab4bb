/** Work that is repeated while something else takes long. */
export interface Heartbeat {
  /** Resolves when the last repetition is done, so that it cannot overtake what follows. */
  stop(): Promise<void>;
}

/** Repeats work at an interval, one repetition at a time. A failure is left to what it accompanies. */
export function startHeartbeat(intervalMs: number, work: () => Promise<unknown>): Heartbeat {
  let running: Promise<void> | undefined;
  const run = async () => {
    try {
      await work();
    } catch {
      // Whatever is wrong, such as a database that is away, fails the accompanied work too.
    }
    running = undefined;
  };
  const timer = setInterval(() => {
    running ??= run();
  }, intervalMs);
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
