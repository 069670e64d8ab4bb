import { setTimeout as sleep } from 'node:timers/promises';
import { UserError } from '../../domain/user-error.ts';
import type { RemoteApi } from '../../ports/remote-api.ts';
import type { ApiEvent, EventPage } from './api-event.ts';

/** The pauses before the first attempt to reconnect, the second, and so on. The last one is repeated. */
const PAUSES_MS: readonly number[] = [200, 500, 1_000, 2_000, 5_000, 10_000];

export interface FollowedEvent {
  event: ApiEvent;
  /** The JSON text of the event, exactly as the server sent it. */
  body: string;
}

interface Following {
  /** The number to start after. */
  after: number;
  types: string | undefined;
  signal: AbortSignal;
  note: (line: string) => void;
  pausesMs?: readonly number[];
}

/**
 * Every event from a number on, without gaps and repeats, until the signal aborts. A lost connection is opened again after
 * the last event that came, so nothing is lost in between. Only the first connection fails with an error, and those that
 * the server rejects.
 */
export async function* followEvents(api: RemoteApi, following: Following): AsyncGenerator<FollowedEvent> {
  const { types, signal, note, pausesMs = PAUSES_MS } = following;
  let last = following.after;
  let wasConnected = false;
  let failures = 0;
  while (!signal.aborted) {
    try {
      const events = await api.openStream('/events', { query: { type: types }, lastEventId: String(last), signal });
      if (failures > 0) note('Connected again.');
      wasConnected = true;
      failures = 0;
      for await (const { data: body } of events) {
        const event = JSON.parse(body) as ApiEvent;
        if (event.number <= last) continue;
        last = event.number;
        yield { event, body };
      }
    } catch (error) {
      if (signal.aborted) return;
      if (!wasConnected || !isUnreachable(error)) throw error;
      if (failures === 0) note(`The connection to ${api.url} was lost. Trying again …`);
      failures += 1;
    }
    await sleep(pausesMs[Math.min(failures, pausesMs.length - 1)], undefined, { signal }).catch(() => undefined);
  }
}

/** The number at which new events start. A connection that is lost before the first of them misses none either. */
export const lastNumber = async (api: RemoteApi): Promise<number> =>
  (await api.get<EventPage>('/events', { limit: '1' })).last_number;

const isUnreachable = (error: unknown): error is UserError =>
  error instanceof UserError && error.code === 'unreachable';
