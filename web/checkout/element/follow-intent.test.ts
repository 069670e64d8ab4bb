import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FIXTURES } from '../fixtures.ts';
import type { CheckoutState } from '../view/state.ts';
import { type Following, followIntent, type Stream } from './follow-intent.ts';

/** A server that a test holds in its hand: streams that open and break on demand, and a status that answers or not. */
class FakeServer {
  status: CheckoutState | 'away' | 'unknown' | 'nonsense' = FIXTURES.awaiting;
  asked = 0;
  streams: { emit: (type: string, data?: unknown) => void; closed: boolean }[] = [];
  heard: string[] = [];

  follow(): Following {
    return followIntent(
      'https://pay.example/pk/checkout/pi',
      {
        onState: ({ status, sequence }) => this.heard.push(`${status} ${sequence}`),
        onUnknown: () => this.heard.push('unknown'),
        onConnection: (lost) => this.heard.push(lost ? 'lost' : 'found'),
      },
      { openStream: (url) => this.#open(url), fetchStatus: (url) => this.#answer(url) },
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
        for (const [wanted, listener] of listeners) if (wanted === type) listener({ data });
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

  async #answer(url: string) {
    expect(url).toBe('https://pay.example/pk/checkout/pi/status');
    this.asked++;
    const { status } = this;
    if (status === 'away') throw new Error('The network is away.');
    return { status: status === 'unknown' ? 404 : 200, json: async () => (status === 'nonsense' ? '<html>' : status) };
  }
}

let server: FakeServer;
let following: Following;
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000);

beforeEach(() => {
  vi.useFakeTimers();
  server = new FakeServer();
  following = server.follow();
});
afterEach(() => {
  following.stop();
  vi.useRealTimers();
});

describe('a stream that works', () => {
  it('brings each state, and nothing is asked beside it', async () => {
    server.stream.emit('open');
    server.send(FIXTURES.awaiting);
    await seconds(10);
    server.send(FIXTURES.seen);
    expect(server.heard).toEqual(['requires_payment 1', 'processing 2']);
    expect(server.asked).toBe(0);
  });

  it('an older state is thrown away', () => {
    server.send(FIXTURES.confirming);
    server.send(FIXTURES.seen);
    expect(server.heard).toEqual(['processing 3']);
  });

  it('silence is no loss', async () => {
    server.stream.emit('open');
    server.send(FIXTURES.awaiting);
    await seconds(300);
    expect(server.heard).not.toContain('lost');
    expect(server.streams).toHaveLength(1);
  });

  it('that falls silent while the status has news is replaced by asking', async () => {
    server.stream.emit('open');
    server.send(FIXTURES.awaiting);
    server.status = FIXTURES.paid;
    await seconds(31);
    expect(server.heard).toEqual(['requires_payment 1', 'succeeded 4']);
    expect(server.stream.closed).toBe(true);
  });

  it('what is no state is not taken', () => {
    server.stream.emit('state', 'nonsense');
    server.stream.emit('state', JSON.stringify({ ...FIXTURES.awaiting, status: 'of_a_later_version' }));
    expect(server.heard).toEqual([]);
  });
});

describe('a stream that fails', () => {
  beforeEach(() => server.stream.emit('error'));

  it('is replaced by asking every three seconds', async () => {
    await seconds(0);
    expect(server.asked).toBe(1);
    await seconds(9);
    expect(server.asked).toBe(4);
    expect(server.stream.closed).toBe(true);
    server.status = FIXTURES.paid;
    await seconds(3);
    expect(server.heard.at(-1)).toBe('succeeded 4');
    expect(server.heard).not.toContain('lost');
  });

  it('is tried again after a while', async () => {
    await seconds(20);
    expect(server.streams).toHaveLength(2);
    server.stream.emit('open');
    const { asked } = server;
    await seconds(15);
    expect(server.asked).toBe(asked);
  });
});

describe('no answer at all', () => {
  beforeEach(() => {
    server.status = 'away';
    server.stream.emit('error');
  });

  it('counts as lost after ten seconds, once', async () => {
    await seconds(9.9);
    expect(server.heard).toEqual([]);
    await seconds(60);
    expect(server.heard).toEqual(['lost']);
  });

  it('is asked more and more seldom', async () => {
    await seconds(45);
    expect(server.asked).toBeLessThanOrEqual(5);
    await seconds(300);
    expect(server.asked).toBeLessThanOrEqual(16);
    expect(server.asked).toBeGreaterThanOrEqual(12);
  });

  it('is over with the first answer', async () => {
    await seconds(12);
    server.status = FIXTURES.seen;
    await seconds(30);
    expect(server.heard.slice(0, 3)).toEqual(['lost', 'found', 'processing 2']);
  });

  it('is over at once when the browser is online again', async () => {
    await seconds(12);
    server.status = FIXTURES.seen;
    following.wake();
    await seconds(0);
    expect(server.heard).toEqual(['lost', 'found', 'processing 2']);
  });

  it('a page that is no status is no answer', async () => {
    server.status = 'nonsense';
    await seconds(11);
    expect(server.heard).toEqual(['lost']);
  });
});

it('a stream that never opens does not keep the payer waiting', async () => {
  await seconds(4);
  expect(server.heard).toEqual(['requires_payment 1']);
});

it('a link that leads nowhere is said once, and then nothing is asked any more', async () => {
  server.status = 'unknown';
  server.stream.emit('error');
  await seconds(60);
  expect(server.heard).toEqual(['unknown']);
  expect(server.asked).toBe(1);
});

it('after the end nothing is asked', async () => {
  following.stop();
  await seconds(60);
  expect(server.asked).toBe(0);
  expect(server.stream.closed).toBe(true);
});
