import type { Run } from '../database/database.ts';

export interface TracedEvent {
  merchant_id: string;
  livemode: boolean;
  event_id: string;
}

export interface EventTrace extends TracedEvent {
  traceparent: string;
  created_at: Date;
}

const WRITE = `
INSERT INTO florin_data.event_traces (merchant_id, livemode, event_id, traceparent, created_at)
SELECT merchant_id, livemode, event_id, traceparent, created_at FROM jsonb_to_recordset($1::jsonb)
  AS trace (merchant_id uuid, livemode boolean, event_id uuid, traceparent text, created_at timestamptz)
ON CONFLICT (merchant_id, livemode, event_id) DO UPDATE SET traceparent = excluded.traceparent`;

const READ = `
SELECT event_id, traceparent, created_at FROM unnest($1::uuid[], $2::boolean[], $3::uuid[]) AS wanted (merchant, mode, event)
JOIN florin_data.event_traces ON merchant_id = merchant AND livemode = mode AND event_id = event`;

/** Says where the traces of events continue. What was said before is replaced. */
export async function writeTraces(run: Run, traces: readonly EventTrace[]): Promise<void> {
  if (traces.length > 0) await run(WRITE, [JSON.stringify(traces)]);
}

/** Finds where the traces of events continue, by the IDs of the events. */
export async function readTraces(run: Run, events: readonly TracedEvent[]): Promise<Map<string, EventTrace>> {
  if (events.length === 0) return new Map();
  const unique = new Map(events.map((event) => [event.event_id, event]));
  const wanted = [...unique.values()];
  const rows = await run<Pick<EventTrace, 'event_id' | 'traceparent' | 'created_at'>>(READ, [
    wanted.map(({ merchant_id }) => merchant_id),
    wanted.map(({ livemode }) => livemode),
    wanted.map(({ event_id }) => event_id),
  ]);
  return new Map(
    rows.flatMap(({ event_id, traceparent, created_at }) => {
      const event = unique.get(event_id);
      return event
        ? [[event_id, { merchant_id: event.merchant_id, livemode: event.livemode, event_id, traceparent, created_at }]]
        : [];
    }),
  );
}
