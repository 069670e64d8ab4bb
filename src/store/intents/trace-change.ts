import { eventIdOf } from '../../domain/events/event-id.ts';
import { idFromUuid, uuidOf } from '../../domain/ids.ts';
import type { Intent } from '../../domain/intents/intent.ts';
import type { Tracer } from '../../ports/tracer.ts';
import type { Run } from '../database/database.ts';
import { writeTraces } from '../events/event-traces.ts';

interface Change {
  /** The merchant's UUID. */
  merchant: string;
  intent: Intent;
  /** The sequences of its new events follow this one. */
  after: number;
  count: number;
  atMs: number;
}

/** Records a change of an intent, and that the traces of its events continue there. */
export function traceChange(
  { run, tracer }: { run: Run; tracer: Tracer },
  { merchant, intent, after, count, atMs }: Change,
  write: () => Promise<unknown>,
): Promise<void> {
  const attributes = {
    'florin.merchant_id': idFromUuid('mer', merchant),
    'florin.payment_intent_id': intent.id,
    'florin.status': intent.status,
  };
  return tracer.trace('change payment intent', { kind: 'internal', attributes }, async ({ traceparent }) => {
    await write();
    if (traceparent === undefined) return;
    const traces = Array.from({ length: count }, (_, place) => ({
      merchant_id: merchant,
      livemode: intent.livemode,
      event_id: uuidOf(eventIdOf(intent.id, after + place + 1, atMs)),
      traceparent,
      created_at: new Date(atMs),
    }));
    await writeTraces(run, traces);
  });
}
