import { defineRoute } from '../server/route.ts';
import { tenantOf } from '../sessions/tenant-of.ts';

export const watchIntents = defineRoute({
  id: 'payment_intents.watch',
  method: 'GET',
  path: '/dashboard/api/{mode}/changes',
  tag: 'Payments',
  summary: 'Stream payment intent updates',
  description:
    'Streams server-sent events named `payment_intent` with `{"id","status","sequence"}`. When many payment intents are ' +
    'created at once, the stream names only the newest. When events have been numbered, the stream sends an event named ' +
    '`event` with `{"number"}`, the highest one. When a network can no longer be seen, or can be seen again, the ' +
    'stream sends an event named `network` with `{"name","state"}`. The stream ends after five minutes, when the session ' +
    'ends, or when updates may have been missed. Reconnect and reload the list.',
  access: 'session',
  permission: 'payments:read',
  rateLimit: 'read',
  answers: { 200: { description: 'Returns a stream of events.', contentType: 'text/event-stream' } },
}).handle((context, call) => {
  const tenant = tenantOf(context, call);
  return {
    status: 200,
    events(stream) {
      const unsubscribe = context.changes.subscribe(
        tenant,
        ({ intentId: id, status, sequence }) => stream.send('payment_intent', JSON.stringify({ id, status, sequence })),
        () => stream.end(),
      );
      const unsubscribeFromNumbers = context.changes.subscribeToNumbers(tenant, (number) =>
        stream.send('event', JSON.stringify({ number })),
      );
      const unwatch = context.sessionWatch.watch(call.signedIn.session.id, () => stream.end());
      const unwatchNetworks = context.visibilityWatch.watch((changed) => {
        for (const [name, state] of changed)
          if (context.chains.get(name)?.network.livemode === tenant.livemode)
            stream.send('network', JSON.stringify({ name, state }));
      });
      return () => {
        unsubscribe();
        unsubscribeFromNumbers();
        unwatch();
        unwatchNetworks();
      };
    },
  };
});
