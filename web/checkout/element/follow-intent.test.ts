import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FIXTURES } from '../fixtures.ts';
import type { CheckoutState } from '../view/state.ts';
import { followIntent, type Stream, type Subscription } from './follow-intent.ts';

/** A server under the test's control: streams open and break on demand, and the status responds or not. */
class FakeServer {
  status: CheckoutState | 'offline' | 'unknown' | 'nonsense' = FIXTURES.awaiting;
  polls = 0;
  streams: { emit: (type: string, data?: unknown) => void; closed: boolean }[] = [];
  received: string[] = [];

  follow(): Subscription {
    return followIntent(
      'https://pay.example/pk/checkout/pi',
      {
        onState: ({ status, sequence }) => this.received.push(`${status} ${sequence}`),
        onUnknown: () => this.received.push('unknown'),
        onConnection: (lost) => this.received.push(lost ? 'lost' : 'found'),
      },
      { openStream: (url) => this.#open(url), fetchStatus: (url) => this.#respond(url) },
    );
  }

  get stream() {
    const last = this.streams.at(-1);
    if (last === undefined) throw new Error('No stream has been opened.');
    return last;
  }

  send(state: CheckoutState): void {
    this.stream.emit('state', JSON.stringify(state));
  }

  #open(url: string): Stream {
    expect(url).toBe('https://pay.example/pk/checkout/pi/events');
    const listeners: [string, (event: { data?: unknown }) => void][] = [];
    const stream = {
      closed: false,
      emit: (type: string, data?: unknown) => {
        for (const [listenedType, listener] of listeners) if (listenedType === type) listener({ data });
      },
    };
    this.streams.push(stream);
    return {
      addEventListener: (type, listener) => listeners.push([type, listener]),
      close: () => {
        stream.closed = true;
      },
    };
  }

  async #respond(url: string) {
    expect(url).toBe('https://pay.example/pk/checkout/pi/status');
    this.polls++;
    const { status } = this;
    if (status === 'offline') throw new Error('The network is offline.');
    return { status: status === 'unknown' ? 404 : 200, json: async () => (status === 'nonsense' ? '<html>' : status) };
  }
}

let server: FakeServer;
let subscription: Subscription;
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000);

beforeEach(() => {
  vi.useFakeTimers();
  server = new FakeServer();
  subscription = server.follow();
});
afterEach(() => {
  subscription.stop();
  vi.useRealTimers();
});

describe('a working stream', () => {
  it('delivers each state without polling', async () => {
    server.stream.emit('open');
    server.send(FIXTURES.awaiting);
    await seconds(10);
    server.send(FIXTURES.seen);
    expect(server.received).toEqual(['requires_payment 1', 'processing 2']);
    expect(server.polls).toBe(0);
  });

  it('an older state is ignored', () => {
    server.send(FIXTURES.confirming);
    server.send(FIXTURES.seen);
    expect(server.received).toEqual(['processing 3']);
  });

  it('silence does not count as lost', async () => {
    server.stream.emit('open');
    server.send(FIXTURES.awaiting);
    await seconds(300);
    expect(server.received).not.toContain('lost');
    expect(server.streams).toHaveLength(1);
  });

  it('a stream that misses a change is replaced by polling', async () => {
    server.stream.emit('open');
    server.send(FIXTURES.awaiting);
    server.status = FIXTURES.paid;
    await seconds(31);
    expect(server.received).toEqual(['requires_payment 1', 'succeeded 4']);
    expect(server.stream.closed).toBe(true);
  });

  it('an invalid state is ignored', () => {
    server.stream.emit('state', 'nonsense');
    server.stream.emit('state', JSON.stringify({ ...FIXTURES.awaiting, status: 'of_a_later_version' }));
    expect(server.received).toEqual([]);
  });
});

describe('a failed stream', () => {
  beforeEach(() => server.stream.emit('error'));

  it('is replaced by polling every three seconds', async () => {
    await seconds(0);
    expect(server.polls).toBe(1);
    await seconds(9);
    expect(server.polls).toBe(4);
    expect(server.stream.closed).toBe(true);
    server.status = FIXTURES.paid;
    await seconds(3);
    expect(server.received.at(-1)).toBe('succeeded 4');
    expect(server.received).not.toContain('lost');
  });

  it('is reopened after a while', async () => {
    await seconds(20);
    expect(server.streams).toHaveLength(2);
    server.stream.emit('open');
    const { polls } = server;
    await seconds(15);
    expect(server.polls).toBe(polls);
  });
});

describe('no response', () => {
  beforeEach(() => {
    server.status = 'offline';
    server.stream.emit('error');
  });

  it('counts as lost after ten seconds, once', async () => {
    await seconds(9.9);
    expect(server.received).toEqual([]);
    await seconds(60);
    expect(server.received).toEqual(['lost']);
  });

  it('backs off', async () => {
    await seconds(45);
    expect(server.polls).toBeLessThanOrEqual(5);
    await seconds(300);
    expect(server.polls).toBeLessThanOrEqual(16);
    expect(server.polls).toBeGreaterThanOrEqual(12);
  });

  it('recovers with the first response', async () => {
    await seconds(12);
    server.status = FIXTURES.seen;
    await seconds(30);
    expect(server.received.slice(0, 3)).toEqual(['lost', 'found', 'processing 2']);
  });

  it('recovers at once when the browser is online again', async () => {
    await seconds(12);
    server.status = FIXTURES.seen;
    subscription.wake();
    await seconds(0);
    expect(server.received).toEqual(['lost', 'found', 'processing 2']);
  });

  it('a page that is not a status does not count as a response', async () => {
    server.status = 'nonsense';
    await seconds(11);
    expect(server.received).toEqual(['lost']);
  });
});

it('a stream that never opens does not delay the first state', async () => {
  await seconds(4);
  expect(server.received).toEqual(['requires_payment 1']);
});

it('an unknown payment intent is reported once and ends polling', async () => {
  server.status = 'unknown';
  server.stream.emit('error');
  await seconds(60);
  expect(server.received).toEqual(['unknown']);
  expect(server.polls).toBe(1);
});

it('nothing is polled after stop', async () => {
  subscription.stop();
  await seconds(60);
  expect(server.polls).toBe(0);
  expect(server.stream.closed).toBe(true);
});
