import { finished } from 'node:stream/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LIMITS } from '../../domain/limits.ts';
import type { EventStream } from './answer.ts';
import { EventStreams, type StreamReader } from './event-streams.ts';

/** It ends a wait for what never comes, and says nothing about speed. */
const BOUND_MS = 60_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }));
afterEach(() => void vi.useRealTimers());

let readers = 0;
const newVisitor = (): StreamReader => {
  readers += 1;
  return { name: `visitor ${readers}`, isKnown: false };
};
const newUser = (): StreamReader => ({ ...newVisitor(), isKnown: true });

/** A stream of which the test holds both ends. */
function open(streams: EventStreams, reader = newVisitor()) {
  let end: EventStream | undefined;
  const stop = vi.fn();
  const readable = streams.open((stream) => {
    end = stream;
    return stop;
  }, reader);
  return {
    readable,
    stop,
    tell: (data: string, id?: string) => end?.send('x', data, id),
    hasRoom: () => end?.hasRoom(),
    end: () => end?.end(),
  };
}

const readAll = (readable: { read(): unknown }) => (readable.read() as Buffer | null)?.toString() ?? '';
const settled = (readable: Parameters<typeof finished>[0]) => finished(readable).catch((error: Error) => error.message);

describe('a stream', () => {
  it('carries its events in the form that browsers read', () => {
    const { readable, tell } = open(new EventStreams());
    tell('{"n":1}');
    expect(readAll(readable)).toBe('retry: 1000\n\nevent: x\ndata: {"n":1}\n\n');
  });

  it('names the event from which the client continues', () => {
    const { readable, tell } = open(new EventStreams());
    tell('{}', '7');
    expect(readAll(readable)).toMatch(/id: 7\nevent: x\ndata: \{\}\n\n$/);
  });

  it('has no room until the client has taken what was sent, and does not wait for one that is gone', async () => {
    const { readable, tell, hasRoom } = open(new EventStreams());
    readAll(readable);
    tell('a'.repeat(LIMITS.eventStreamBytesMax + 1));
    const waiting = hasRoom();
    const winner = Promise.race([waiting, new Promise((resolve) => setImmediate(() => resolve('nothing yet')))]);
    expect(await winner).toBe('nothing yet');
    readAll(readable);
    await waiting;
    tell('a'.repeat(LIMITS.eventStreamBytesMax + 1));
    const last = hasRoom();
    readable.destroy();
    await last;
  });

  it('is given a sign of life every 15 seconds, and ends after five minutes', async () => {
    const { readable, stop } = open(new EventStreams());
    readAll(readable);
    vi.advanceTimersByTime(LIMITS.eventStreamHeartbeatMs);
    expect(readAll(readable)).toMatch(/^: .*\n\n$/);
    vi.advanceTimersByTime(LIMITS.eventStreamMsMax - 2 * LIMITS.eventStreamHeartbeatMs);
    expect(readable.readableEnded).toBe(false);
    readAll(readable);
    vi.advanceTimersByTime(2 * LIMITS.eventStreamHeartbeatMs);
    readable.resume();
    await settled(readable);
    expect(stop).toHaveBeenCalledTimes(1);
  });

  it('that is not read is cut off, and what fed it is told to stop', async () => {
    const { readable, stop, tell } = open(new EventStreams());
    const outcome = settled(readable);
    for (let sent = 0; sent <= 2 * LIMITS.eventStreamBytesMax; sent += 1_000) tell('a'.repeat(1_000));
    expect(await outcome).toContain('too slowly');
    expect(readable.destroyed).toBe(true);
    await vi.waitFor(() => expect(stop).toHaveBeenCalledTimes(1), BOUND_MS);
    expect(() => tell('after the end')).not.toThrow();
  });
});

describe('all streams', () => {
  it('end together, and none begins anymore', async () => {
    const streams = new EventStreams();
    const opened = [open(streams), open(streams)];
    streams.close();
    for (const { readable, stop } of opened) {
      readable.resume();
      await settled(readable);
      expect(stop).toHaveBeenCalledTimes(1);
    }
    expect(() => open(streams)).toThrow(/too many/i);
  });

  it('are at most a thousand', async () => {
    const streams = new EventStreams();
    const opened = Array.from({ length: LIMITS.eventStreamsMax }, () => open(streams, newUser()));
    expect(() => open(streams, newUser())).toThrow(/too many/i);
    opened[0]?.readable.destroy();
    await vi.waitFor(() => expect(opened[0]?.stop).toHaveBeenCalled(), BOUND_MS);
    expect(() => open(streams, newUser())).not.toThrow();
    streams.close();
  });

  it('leave a share to signed-in users that visitors cannot take', () => {
    const streams = new EventStreams();
    for (let opened = 0; opened < LIMITS.eventStreamsMax - LIMITS.eventStreamsReserved; opened += 1) open(streams);
    expect(() => open(streams)).toThrow(expect.objectContaining({ code: 'unavailable' }));
    for (let opened = 0; opened < LIMITS.eventStreamsReserved; opened += 1) open(streams, newUser());
    streams.close();
  });

  it.each([newVisitor, newUser])(
    'of one reader are at most fifty, and those of others are not counted',
    async (make) => {
      const streams = new EventStreams();
      const reader = make();
      const opened = Array.from({ length: LIMITS.eventStreamsPerClientMax }, () => open(streams, reader));
      expect(() => open(streams, reader)).toThrow(expect.objectContaining({ code: 'rate_limited' }));
      expect(() => open(streams, make())).not.toThrow();
      opened[0]?.readable.destroy();
      await vi.waitFor(() => expect(opened[0]?.stop).toHaveBeenCalled(), BOUND_MS);
      expect(() => open(streams, reader)).not.toThrow();
      streams.close();
    },
  );
});
