import { idFromUuid } from '../../domain/ids.ts';
import type { OpenSpan, Tracer } from '../../ports/tracer.ts';
import type { Run } from '../database/database.ts';
import type { NewDelivery } from '../webhooks/new-delivery.ts';
import { readTraces, writeTraces } from './event-traces.ts';

/**
 * Begins a step for each event whose trace is recorded and that an endpoint wants, and says that its deliveries continue
 * there. Returns the steps by the events’ UUIDs. They end after the commit.
 */
export async function traceDispatch(
  tracer: Tracer,
  run: Run,
  deliveries: readonly NewDelivery[],
): Promise<Map<string, OpenSpan>> {
  const wanted = new Map(deliveries.map(({ event }) => [event.event_id, event]));
  const traces = await readTraces(run, [...wanted.values()]);
  const spans = new Map<string, OpenSpan>();
  for (const { event_id, traceparent } of traces.values()) {
    const event = wanted.get(event_id);
    const attributes = {
      'messaging.message.id': idFromUuid('evt', event_id),
      'florin.event_type': event?.type,
      'florin.merchant_id': event && idFromUuid('mer', event.merchant_id),
      'florin.payment_intent_id': event?.intent_id ? idFromUuid('pi', event.intent_id) : undefined,
    };
    spans.set(event_id, tracer.begin('dispatch event', { kind: 'consumer', parent: traceparent, attributes }));
  }
  const continued = [...traces.values()].flatMap((trace) => {
    const traceparent = spans.get(trace.event_id)?.traceparent;
    return traceparent === undefined ? [] : [Object.assign(trace, { traceparent })];
  });
  await writeTraces(run, continued);
  return spans;
}
