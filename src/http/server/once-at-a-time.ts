/**
 * Runs the work when the returned function is called, once at a time. Calls during a run cause one more run, after a
 * pause. The work must not throw.
 */
export function onceAtATime(work: () => Promise<void>, pauseMs = 0): () => void {
  let isRunning = false;
  let isWanted = false;
  const run = async () => {
    isRunning = true;
    while (isWanted) {
      isWanted = false;
      await work();
      if (isWanted && pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    isRunning = false;
  };
  return () => {
    isWanted = true;
    if (!isRunning) void run();
  };
}
