import type { Route } from '../server/route.ts';
import { tenantOf } from '../sessions/tenant-of.ts';

export const watchIntents: Route = {
  id: 'payment_intents.watch',
  method: 'GET',
  path: '/dashboard/api/{mode}/events',
  tag: 'Payments',
  summary: 'Hear of changes as they happen',
  description:
    'Server-sent events named `payment_intent` with `{"id","status","sequence"}`. Of many intents made at once, only the newest is named. The stream ends after five minutes, when changes may have been missed, and when the session ends: connect again, and read anew what is shown.',
  access: 'session',
  budget: 'read',
  answers: { 200: { description: 'A stream of events.', contentType: 'text/event-stream' } },
  handle(context, call) {
    const tenant = tenantOf(context, call);
    return {
      status: 200,
      events(stream) {
        const unsubscribe = context.changes.subscribe(
          tenant,
          ({ intentId: id, status, sequence }) =>
            stream.tell('payment_intent', JSON.stringify({ id, status, sequence })),
          () => stream.end(),
        );
        const unwatch = context.sessionWatch.watch(call.signedIn.session.id, () => stream.end());
        return () => {
          unsubscribe();
          unwatch();
        };
      },
    };
  },
};
