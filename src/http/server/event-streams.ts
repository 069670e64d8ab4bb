import { Readable } from 'node:stream';
import { Problem } from '../../domain/errors.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { StreamAnswer } from './route.ts';

/** How long a client waits before it connects again, in the stream's own words. */
const OPENING = 'retry: 1000\n\n';
const HEARTBEAT = ': still here\n\n';

interface OpenStream {
  readable: Readable;
  openedAtMs: number;
}

/** Every open stream of server-sent events: how many there may be, how long each, and how far behind a client may fall. */
export class EventStreams {
  readonly #open = new Set<OpenStream>();
  #heart: NodeJS.Timeout | undefined;
  #closed = false;

  open(events: StreamAnswer['events']): Readable {
    if (this.#closed || this.#open.size >= LIMITS.eventStreamsMax) {
      throw new Problem('unavailable', 'Too many pages are open. Try again in a moment.', {
        headers: { 'retry-after': '5' },
      });
    }
    const readable = new Readable({ read: () => undefined });
    const stream = { readable, openedAtMs: performance.now() };
    this.#open.add(stream);
    this.#heart ??= setInterval(() => this.#beat(), LIMITS.eventStreamHeartbeatMs).unref();
    write(readable, OPENING);
    const stop = events({
      tell: (event, data) => write(readable, `event: ${event}\ndata: ${data}\n\n`),
      end: () => end(readable),
    });
    // Without a listener for its errors, a stream that is cut off would end the process.
    readable.on('error', () => undefined);
    readable.once('close', () => {
      this.#open.delete(stream);
      stop();
    });
    return readable;
  }

  /** Ends all of them at once, and lets no other begin. */
  close(): void {
    this.#closed = true;
    clearInterval(this.#heart);
    for (const { readable } of this.#open) end(readable);
  }

  #beat(): void {
    const oldestMs = performance.now() - LIMITS.eventStreamMsMax;
    for (const { readable, openedAtMs } of this.#open) {
      if (openedAtMs < oldestMs) end(readable);
      else write(readable, HEARTBEAT);
    }
    if (this.#open.size > 0) return;
    clearInterval(this.#heart);
    this.#heart = undefined;
  }
}

/** A client that does not read is dropped, rather than remembered for. */
function write(readable: Readable, text: string): void {
  if (readable.destroyed || readable.readableEnded) return;
  if (readable.readableLength > LIMITS.eventStreamBytesMax) readable.destroy(new Error('the client reads too slowly'));
  else readable.push(text);
}

function end(readable: Readable): void {
  if (!readable.destroyed && !readable.readableEnded) readable.push(null);
}
