import { useSyncExternalStore } from 'react';
import { formatExact, formatRelative } from '../format/time.ts';

let tick = 0;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One clock for all times on the page. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    tick += 1;
    for (const tell of listeners) tell();
  }, 15_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** A time in words, with the exact one in its title. */
export function TimeAgo({ at }: { at: string }) {
  useSyncExternalStore(subscribe, () => tick);
  return (
    <time dateTime={at} title={formatExact(at)}>
      {formatRelative(at, Date.now())}
    </time>
  );
}
