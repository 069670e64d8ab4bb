import { Readable } from 'node:stream';
import { Problem } from '../../domain/errors.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { StreamAnswer } from './answer.ts';

/** Tells the client to wait one second before it reconnects. */
const OPENING = 'retry: 1000\n\n';
const HEARTBEAT = ': heartbeat\n\n';

/** Who reads a stream: a signed-in user, a merchant by its API keys, or a client by its address. */
export interface StreamReader {
  name: string;
  /** A user or a merchant. */
  isKnown: boolean;
}

interface OpenStream {
  reader: StreamReader;
  readable: Readable;
  openedAtMs: number;
}

const VISITORS_MAX = LIMITS.eventStreamsMax - LIMITS.eventStreamsReserved;

/** The open streams of server-sent events. Limits their number, their age and how much a slow client may buffer. */
export class EventStreams {
  readonly #open = new Set<OpenStream>();
  #heartbeat: NodeJS.Timeout | undefined;
  #closed = false;

  get count(): number {
    return this.#open.size;
  }

  open(events: StreamAnswer['events'], reader: StreamReader): Readable {
    this.#checkRoom(reader);
    const room = new Room();
    const readable = new Readable({ read: () => room.open() });
    const send = (text: string) => {
      room.close();
      write(readable, text);
    };
    const stream = { reader, readable, openedAtMs: performance.now() };
    this.#open.add(stream);
    this.#heartbeat ??= setInterval(() => this.#beat(), LIMITS.eventStreamHeartbeatMs).unref();
    write(readable, OPENING);
    const stop = events({
      send: (event, data, id) => send(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${data}\n\n`),
      hasRoom: () => room.opened(),
      end: () => end(readable),
    });
    // An unhandled stream error would end the process.
    readable.on('error', () => undefined);
    readable.once('close', () => {
      this.#open.delete(stream);
      room.open();
      stop();
    });
    return readable;
  }

  /** Ends all streams and accepts no new ones. */
  close(): void {
    this.#closed = true;
    clearInterval(this.#heartbeat);
    for (const { readable } of this.#open) end(readable);
  }

  #checkRoom({ name, isKnown }: StreamReader): void {
    const readers = [...this.#open].map(({ reader }) => reader);
    const visitors = readers.filter((reader) => !reader.isKnown).length;
    const isFull = readers.length >= LIMITS.eventStreamsMax || (!isKnown && visitors >= VISITORS_MAX);
    const headers = { 'retry-after': '5' };
    if (this.#closed || isFull) {
      throw new Problem('unavailable', 'Too many event streams are open. Try again in a moment.', { headers });
    }
    if (readers.filter((reader) => reader.name === name).length >= LIMITS.eventStreamsPerClientMax) {
      throw new Problem('rate_limited', 'You have too many event streams open. Close some, then retry.', { headers });
    }
  }

  #beat(): void {
    const oldestMs = performance.now() - LIMITS.eventStreamMsMax;
    for (const { readable, openedAtMs } of this.#open) {
      if (openedAtMs < oldestMs) end(readable);
      else write(readable, HEARTBEAT);
    }
    if (this.#open.size > 0) return;
    clearInterval(this.#heartbeat);
    this.#heartbeat = undefined;
  }
}

/** Whether the client has taken enough of what was sent to be sent more. */
class Room {
  #isOpen = true;
  #waiting: (() => void)[] = [];

  open(): void {
    this.#isOpen = true;
    for (const go of this.#waiting.splice(0)) go();
  }

  close(): void {
    this.#isOpen = false;
  }

  opened(): Promise<void> {
    return this.#isOpen ? Promise.resolve() : new Promise((resolve) => this.#waiting.push(resolve));
  }
}

/** Drops a client that reads too slowly instead of buffering for it. */
function write(readable: Readable, text: string): void {
  if (readable.destroyed || readable.readableEnded) return;
  if (readable.readableLength > LIMITS.eventStreamBytesMax) readable.destroy(new Error('The client reads too slowly.'));
  else readable.push(text);
}

function end(readable: Readable): void {
  if (!readable.destroyed && !readable.readableEnded) readable.push(null);
}
