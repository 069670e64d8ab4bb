const ORPHAN_WATCH_MS = 500;

/**
 * Ctrl-C reaches npm and us alike and npm passes it on, so every signal after the first is ignored. A signal to npm
 * alone ends npm's shell and leaves us behind without a word: then the parent is another one than before.
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
    }, ORPHAN_WATCH_MS);
    watch.unref();
  });
}
