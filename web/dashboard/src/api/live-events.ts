import { createContext, useContext, useEffect, useState } from 'react';
import { checklistKey, deliveryKeys, eventKeys, intentKeys, transferKeys } from './queries.ts';
import { queryClient } from './session-client.ts';
import type { IntentEvent, Mode } from './types.ts';

/** Batches changes that arrive together into one refetch. */
const BATCH_MS = 250;
const POLL_MS = 5_000;
const REOPEN_MS = 5_000;

/** Follows the event stream of one mode and refetches what changed. Returns whether the stream is connected. */
export function useLiveEvents(mode: Mode): boolean {
  const [connected, setConnected] = useState(true);
  useEffect(() => {
    const changed = new Set<string>();
    let batchTimer: ReturnType<typeof setTimeout> | undefined;
    let eventsTimer: ReturnType<typeof setTimeout> | undefined;
    let reopenTimer: ReturnType<typeof setTimeout> | undefined;
    let stream: EventSource;

    const refetch = () => {
      batchTimer = undefined;
      void queryClient.invalidateQueries({ queryKey: intentKeys.lists(mode) });
      // Unmatched transfers can appear with a payment, and assigned ones leave the list.
      void queryClient.invalidateQueries({ queryKey: transferKeys(mode) });
      void queryClient.invalidateQueries({ queryKey: checklistKey });
      for (const id of changed) void queryClient.invalidateQueries({ queryKey: intentKeys.one(mode, id) });
      changed.clear();
    };
    const refetchEvents = () => {
      eventsTimer = undefined;
      void queryClient.invalidateQueries({ queryKey: eventKeys(mode) });
      void queryClient.invalidateQueries({ queryKey: deliveryKeys(mode) });
    };
    const refetchAll = () => void queryClient.invalidateQueries({ queryKey: [mode] });
    let wasLost = false;

    const open = () => {
      stream = new EventSource(`/dashboard/api/${mode}/changes`);
      stream.addEventListener('open', () => {
        setConnected(true);
        // Changes were missed while the stream was down.
        if (wasLost) refetchAll();
        wasLost = false;
      });
      stream.addEventListener('payment_intent', (message: MessageEvent<string>) => {
        changed.add((JSON.parse(message.data) as IntentEvent).id);
        batchTimer ??= setTimeout(refetch, BATCH_MS);
      });
      stream.addEventListener('event', () => {
        eventsTimer ??= setTimeout(refetchEvents, BATCH_MS);
      });
      // Every payment on the network is affected.
      stream.addEventListener('network', refetchAll);
      stream.addEventListener('error', () => {
        wasLost = true;
        setConnected(false);
        // The browser reopens a broken stream, but not one that got an error response.
        if (stream.readyState === EventSource.CLOSED) reopenTimer = setTimeout(open, REOPEN_MS);
      });
    };
    open();
    return () => {
      stream.close();
      clearTimeout(batchTimer);
      clearTimeout(eventsTimer);
      clearTimeout(reopenTimer);
    };
  }, [mode]);
  return connected;
}

export const LiveContext = createContext(true);

/** How often a query must poll: never while the stream is connected. */
export function usePollInterval(): number | false {
  return useContext(LiveContext) ? false : POLL_MS;
}
