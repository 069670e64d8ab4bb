import { createContext, useContext, useEffect, useState } from 'react';
import { intentKeys, transferKeys } from './queries.ts';
import { queryClient } from './session-client.ts';
import type { IntentEvent, Mode } from './types.ts';

/** Many changes in a moment are one reading. */
const GATHER_MS = 250;
const POLL_MS = 5_000;
const REOPEN_MS = 5_000;

/** Follows the server's stream of one mode and has what it names read again. Returns whether the stream stands. */
export function useLiveEvents(mode: Mode): boolean {
  const [connected, setConnected] = useState(true);
  useEffect(() => {
    const changed = new Set<string>();
    let gathering: ReturnType<typeof setTimeout> | undefined;
    let reopening: ReturnType<typeof setTimeout> | undefined;
    let stream: EventSource;

    const read = () => {
      gathering = undefined;
      void queryClient.invalidateQueries({ queryKey: intentKeys.lists(mode) });
      // What was refused comes with what was seen, and what is assigned leaves the list.
      void queryClient.invalidateQueries({ queryKey: transferKeys(mode) });
      for (const id of changed) void queryClient.invalidateQueries({ queryKey: intentKeys.one(mode, id) });
      changed.clear();
    };
    const readEverything = () => void queryClient.invalidateQueries({ queryKey: [mode] });
    let wasLost = false;

    const open = () => {
      stream = new EventSource(`/dashboard/api/${mode}/events`);
      stream.addEventListener('open', () => {
        setConnected(true);
        // What happened while the stream was away was not told.
        if (wasLost) readEverything();
        wasLost = false;
      });
      stream.addEventListener('payment_intent', (message: MessageEvent<string>) => {
        changed.add((JSON.parse(message.data) as IntentEvent).id);
        gathering ??= setTimeout(read, GATHER_MS);
      });
      stream.addEventListener('error', () => {
        wasLost = true;
        setConnected(false);
        // The browser opens a broken stream again by itself, but not one that was refused.
        if (stream.readyState === EventSource.CLOSED) reopening = setTimeout(open, REOPEN_MS);
      });
    };
    open();
    return () => {
      stream.close();
      clearTimeout(gathering);
      clearTimeout(reopening);
    };
  }, [mode]);
  return connected;
}

export const LiveContext = createContext(true);

/** How often a query must ask by itself: never while the stream stands. */
export function usePollInterval(): number | false {
  return useContext(LiveContext) ? false : POLL_MS;
}
