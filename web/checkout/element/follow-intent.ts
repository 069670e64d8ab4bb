import type { CheckoutState } from '../view/state.ts';
import { readState } from './read-state.ts';

const pollMs = 3_000;
const pollMsMax = 30_000;
const requestTimeoutMs = 8_000;
const lostAfterMs = 10_000;
/** How long a stream may be silent before the status is polled to check on it. */
const silenceMsMax = 30_000;
const streamRetryMs = 15_000;
const streamRetryMsMax = 240_000;

/** The part of `EventSource` that is used. */
export interface Stream {
  addEventListener: (type: 'open' | 'error' | 'state', listener: (event: { data?: unknown }) => void) => void;
  close: () => void;
}

/** The network access of the browser; tests replace it. */
export interface Transport {
  openStream: (url: string) => Stream;
  fetchStatus: (url: string, timeoutMs: number) => Promise<{ status: number; json: () => Promise<unknown> }>;
}

export interface Listener {
  onState: (state: CheckoutState) => void;
  /** The payment intent does not exist. Polling stops. */
  onUnknown: () => void;
  onConnection: (lost: boolean) => void;
}

export interface Subscription {
  /** Polls right away, for example when the browser is online again. */
  wake: () => void;
  stop: () => void;
}

/**
 * Follows a payment intent over server-sent events, and polls every three seconds while the stream is down. While
 * polling works, the stream is reopened. The connection counts as lost after ten seconds without a response.
 */
export function followIntent(src: string, listener: Listener, transport: Transport): Subscription {
  let stream: Stream | null = null;
  let stopped = false;
  let lost = false;
  let polling = false;
  let failures = 0;
  let sequence = -1;
  let streamWait = streamRetryMs;
  let streamNotBefore = 0;
  let lostTimer: ReturnType<typeof setTimeout> | undefined;
  let pollTimer: ReturnType<typeof setTimeout> | undefined;

  const setLost = (value: boolean) => {
    if (lost === value) return;
    lost = value;
    listener.onConnection(value);
  };
  const markConnected = () => {
    clearTimeout(lostTimer);
    lostTimer = undefined;
    failures = 0;
    setLost(false);
  };
  /** Silence alone is not an error: an unpaid payment intent sends nothing for minutes. */
  const startLostTimer = () => {
    lostTimer ??= setTimeout(() => setLost(true), lostAfterMs);
  };
  const pollIn = (ms: number) => {
    clearTimeout(pollTimer);
    if (!stopped) pollTimer = setTimeout(() => void poll(), ms);
  };
  const accept = (state: CheckoutState): boolean => {
    if (state.sequence < sequence) return false;
    const isNew = state.sequence > sequence;
    sequence = state.sequence;
    listener.onState(state);
    return isNew;
  };
  const closeStream = () => {
    stream?.close();
    stream = null;
    streamNotBefore = Date.now() + streamWait;
    streamWait = Math.min(streamWait * 2, streamRetryMsMax);
  };
  const stop = () => {
    stopped = true;
    stream?.close();
    stream = null;
    clearTimeout(lostTimer);
    clearTimeout(pollTimer);
  };

  function openStream(): void {
    startLostTimer();
    const opened = transport.openStream(`${src}/events`);
    stream = opened;
    // A buffering proxy never opens the stream, so poll in the meantime.
    pollIn(pollMs);
    opened.addEventListener('open', () => {
      if (stream !== opened) return;
      markConnected();
      pollIn(silenceMsMax);
    });
    opened.addEventListener('state', ({ data }) => {
      const state = readState(data);
      if (stream !== opened || state === null) return;
      markConnected();
      streamWait = streamRetryMs;
      pollIn(silenceMsMax);
      accept(state);
    });
    opened.addEventListener('error', () => {
      if (stream !== opened) return;
      closeStream();
      startLostTimer();
      pollIn(0);
    });
  }

  async function poll(): Promise<void> {
    if (polling || stopped) return;
    polling = true;
    const succeeded = await fetchState();
    polling = false;
    if (stopped) return;
    if (!succeeded) {
      failures++;
      startLostTimer();
      pollIn(Math.min(pollMs * 2 ** (failures - 1), pollMsMax));
      return;
    }
    if (stream === null && Date.now() >= streamNotBefore) openStream();
    else pollIn(stream === null ? pollMs : silenceMsMax);
  }

  async function fetchState(): Promise<boolean> {
    startLostTimer();
    try {
      const response = await transport.fetchStatus(`${src}/status`, requestTimeoutMs);
      if (response.status === 404) {
        markConnected();
        stop();
        listener.onUnknown();
        return true;
      }
      const state = response.status === 200 ? readState(await response.json()) : null;
      if (stopped || state === null) return false;
      markConnected();
      // The stream missed a change, so it is buffered or dead.
      if (accept(state) && stream !== null) closeStream();
      return true;
    } catch {
      return false;
    }
  }

  openStream();
  return { wake: () => pollIn(0), stop };
}
