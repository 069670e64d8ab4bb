import type { Clock } from '../ports/clock.ts';
import { createTimer } from './create-timer.ts';

/** Answers for a while without asking again, so that many who ask the same cost one call. A failure is not remembered. */
export function createCache<Value>(clock: Pick<Clock, 'nowMs'>, ageMsMax: number) {
  const values = new Map<string, Promise<Value>>();
  const isOver = createTimer(clock, ageMsMax);
  return (name: string, ask: () => Promise<Value>): Promise<Value> => {
    if (isOver()) values.clear();
    const known = values.get(name);
    if (known) return known;
    const value = ask();
    values.set(name, value);
    value.catch(() => values.delete(name));
    return value;
  };
}
