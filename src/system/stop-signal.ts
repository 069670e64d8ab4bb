const PARENT_CHECK_MS = 500;

/**
 * Resolves on the first SIGINT or SIGTERM. Ctrl-C reaches both npm and this process, and npm forwards it, so later signals
 * are ignored. A signal sent only to npm ends npm without telling this process, so a changed parent process also counts.
 */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve());
    if (process.env['npm_lifecycle_event'] === undefined) return;
    const parent = process.ppid;
    const watch = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(watch);
      resolve();
    }, PARENT_CHECK_MS);
    watch.unref();
  });
}
