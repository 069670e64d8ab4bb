import { idFromUuid } from '../../domain/ids.ts';
import type { Tracer } from '../../ports/tracer.ts';
import type { IntentWriter } from './intents.ts';

/** Records how long each intent waits for its group commit. The trace of its event continues there. */
export const tracedWriter = (writer: IntentWriter, tracer: Tracer): IntentWriter => ({
  get waiting() {
    return writer.waiting;
  },
  submit: (row) =>
    tracer.trace(
      'commit payment intent',
      {
        kind: 'internal',
        attributes: {
          'db.system.name': 'postgresql',
          'florin.merchant_id': idFromUuid('mer', row.merchant),
          'florin.payment_intent_id': row.intent.id,
        },
      },
      async (span) => {
        const isStored = await writer.submit({ ...row, traceparent: span.traceparent });
        span.set({ 'florin.is_replay': !isStored });
        return isStored;
      },
    ),
});
