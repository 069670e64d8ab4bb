import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startHeartbeat } from './heartbeat.ts';

describe('startHeartbeat', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('repeats its work at the interval until it is stopped, also if the work fails', async () => {
    let beats = 0;
    const heartbeat = startHeartbeat(100, async () => {
      beats += 1;
      throw new Error('the database is away');
    });
    await vi.advanceTimersByTimeAsync(350);
    await heartbeat.stop();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(beats).toBe(3);
  });

  it('does not repeat work that is still going on, and waits for it in the end', async () => {
    const work = Promise.withResolvers<void>();
    let beats = 0;
    let stopped = false;
    const heartbeat = startHeartbeat(100, () => {
      beats += 1;
      return work.promise;
    });
    await vi.advanceTimersByTimeAsync(1_000);
    const stop = async () => {
      await heartbeat.stop();
      stopped = true;
    };
    const stopping = stop();
    await vi.advanceTimersByTimeAsync(0);
    expect([beats, stopped]).toEqual([1, false]);
    work.resolve();
    await stopping;
    expect([beats, stopped]).toEqual([1, true]);
  });
});
