import { useSyncExternalStore } from 'react';
import { formatExact, formatRelative } from '../format/time.ts';

let tick = 0;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One timer for all times on the page. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    tick += 1;
    for (const notify of listeners) notify();
  }, 15_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** A relative time, with the exact time in its title. */
export function TimeAgo({ at }: { at: string }) {
  useSyncExternalStore(subscribe, () => tick);
  return (
    <time dateTime={at} title={formatExact(at)}>
      {formatRelative(at, Date.now())}
    </time>
  );
}
