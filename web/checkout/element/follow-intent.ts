import type { CheckoutState } from '../view/state.ts';
import { readState } from './read-state.ts';

const pollMs = 3_000;
const pollMsMax = 30_000;
const answerMsMax = 8_000;
const lostMs = 10_000;
/** How long a stream may be silent before its word is compared with the status. */
const silenceMs = 30_000;
const streamRetryMs = 15_000;
const streamRetryMsMax = 240_000;

/** The part of an `EventSource` that is used. */
export interface Stream {
  addEventListener: (type: 'open' | 'error' | 'state', listener: (event: { data?: unknown }) => void) => void;
  close: () => void;
}

/** What the browser gives; a test gives something else. */
export interface Outside {
  openStream: (url: string) => Stream;
  fetchStatus: (url: string, msMax: number) => Promise<{ status: number; json: () => Promise<unknown> }>;
}

export interface Listener {
  onState: (state: CheckoutState) => void;
  /** There is no such intent (any more). Nothing is asked afterwards. */
  onUnknown: () => void;
  onConnection: (lost: boolean) => void;
}

export interface Following {
  /** Ask at once, for instance because the browser says that it is online again. */
  wake: () => void;
  stop: () => void;
}

/**
 * Follows an intent by server-sent events, and by asking every three seconds where the stream fails. The stream is
 * tried again while asking works. A connection counts as lost when ten seconds have passed without any answer, and
 * is found again by the first answer.
 */
export function followIntent(src: string, listener: Listener, outside: Outside): Following {
  let stream: Stream | null = null;
  let stopped = false;
  let lost = false;
  let asking = false;
  let failures = 0;
  let sequence = -1;
  let streamWait = streamRetryMs;
  let streamNotBefore = 0;
  let lostTimer: ReturnType<typeof setTimeout> | undefined;
  let askTimer: ReturnType<typeof setTimeout> | undefined;

  const setLost = (value: boolean) => {
    if (lost === value) return;
    lost = value;
    listener.onConnection(value);
  };
  const heard = () => {
    clearTimeout(lostTimer);
    lostTimer = undefined;
    failures = 0;
    setLost(false);
  };
  /** Silence alone is no trouble: an intent that nobody pays sends nothing for minutes. */
  const waitForAnswer = () => {
    lostTimer ??= setTimeout(() => setLost(true), lostMs);
  };
  const askIn = (ms: number) => {
    clearTimeout(askTimer);
    if (!stopped) askTimer = setTimeout(() => void ask(), ms);
  };
  const take = (state: CheckoutState): boolean => {
    if (state.sequence < sequence) return false;
    const newer = state.sequence > sequence;
    sequence = state.sequence;
    listener.onState(state);
    return newer;
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
    clearTimeout(askTimer);
  };

  function listen(): void {
    waitForAnswer();
    const opened = outside.openStream(`${src}/events`);
    stream = opened;
    // A proxy that holds the stream back never opens it; the status is asked meanwhile.
    askIn(pollMs);
    opened.addEventListener('open', () => {
      if (stream !== opened) return;
      heard();
      askIn(silenceMs);
    });
    opened.addEventListener('state', ({ data }) => {
      const state = readState(data);
      if (stream !== opened || state === null) return;
      heard();
      streamWait = streamRetryMs;
      askIn(silenceMs);
      take(state);
    });
    opened.addEventListener('error', () => {
      if (stream !== opened) return;
      closeStream();
      waitForAnswer();
      askIn(0);
    });
  }

  async function ask(): Promise<void> {
    if (asking || stopped) return;
    asking = true;
    const answered = await askStatus();
    asking = false;
    if (stopped) return;
    if (!answered) {
      failures++;
      waitForAnswer();
      askIn(Math.min(pollMs * 2 ** (failures - 1), pollMsMax));
      return;
    }
    if (stream === null && Date.now() >= streamNotBefore) listen();
    else askIn(stream === null ? pollMs : silenceMs);
  }

  async function askStatus(): Promise<boolean> {
    waitForAnswer();
    try {
      const answer = await outside.fetchStatus(`${src}/status`, answerMsMax);
      if (answer.status === 404) {
        heard();
        stop();
        listener.onUnknown();
        return true;
      }
      const state = answer.status === 200 ? readState(await answer.json()) : null;
      if (stopped || state === null) return false;
      heard();
      // News that the stream should have brought: it is held back somewhere, or dead.
      if (take(state) && stream !== null) closeStream();
      return true;
    } catch {
      return false;
    }
  }

  listen();
  return { wake: () => askIn(0), stop };
}
