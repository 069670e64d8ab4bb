const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const tasks = new Set<() => Promise<void>>();
let isEnding = false;

function handle(signal: NodeJS.Signals): void {
  // A program that handles the signal itself ends in its own way. Ctrl-C arrives twice below npm, which passes it on.
  if (isEnding || process.listenerCount(signal) > 1) return;
  isEnding = true;
  void end(signal);
}

async function end(signal: NodeJS.Signals): Promise<void> {
  await Promise.allSettled([...tasks].map((task) => task()));
  for (const name of signals) process.off(name, handle);
  process.kill(process.pid, signal);
}

/**
 * Runs a task before a signal ends this process, unless the program handles that signal. Returns the function that
 * takes the task back.
 */
export function beforeFatalSignal(task: () => Promise<void>): () => void {
  if (tasks.size === 0) for (const signal of signals) process.on(signal, handle);
  tasks.add(task);
  return () => {
    tasks.delete(task);
    if (tasks.size === 0 && !isEnding) for (const signal of signals) process.off(signal, handle);
  };
}
