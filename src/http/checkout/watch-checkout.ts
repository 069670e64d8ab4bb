import { type CheckoutView, findTenant, viewCheckout } from '../../usecases/checkout/view-checkout.ts';
import { CORS_HEADERS } from '../server/cors-headers.ts';
import { onceAtATime } from '../server/once-at-a-time.ts';
import { defineRoute } from '../server/route.ts';
import { atTime, presentCheckout } from './present-checkout.ts';

export const watchCheckout = defineRoute({
  id: 'checkout.watch',
  method: 'GET',
  path: '/{public_key}/checkout/{payment_intent_id}/events',
  tag: 'Checkout',
  summary: 'Stream checkout updates',
  description:
    'Streams server-sent events named `state`. Each one contains what `status` returns. The stream sends the current state ' +
    'first, then every update, also when a network can no longer be seen, or can be seen again. It ends after five ' +
    'minutes, or when updates may have been missed. Reconnect to continue.',
  access: 'open',
  answers: { 200: { description: 'Returns a stream of events.', contentType: 'text/event-stream' } },
}).handle(async (context, { params: { public_key: publicKey, payment_intent_id: id } }) => {
  const first = await viewCheckout(context, publicKey, id);
  const { tenant } = await findTenant(context, publicKey);
  return {
    status: 200,
    headers: CORS_HEADERS,
    events(stream) {
      let sent = { sequence: -1, tag: '' };
      let { targets } = first.intent;
      const send = (view: CheckoutView) => {
        targets = view.intent.targets;
        const { state, tag } = presentCheckout(view, context.config.baseUrl);
        if (state.sequence < sent.sequence || tag === sent.tag) return;
        sent = { sequence: state.sequence, tag };
        stream.send('state', JSON.stringify(atTime(state, context.clock.nowMs())));
      };
      const read = onceAtATime(() => viewCheckout(context, publicKey, id).then(send, () => stream.end()));
      const unsubscribe = context.changes.subscribe(
        tenant,
        ({ intentId }) => {
          if (intentId === first.intent.id) read();
        },
        () => stream.end(),
      );
      const unwatch = context.visibilityWatch.watch((changed) => {
        if (targets.some(({ network }) => changed.has(network))) read();
      });
      send(first);
      // The intent may have changed between the first read and the subscription.
      read();
      return () => {
        unsubscribe();
        unwatch();
      };
    },
  };
});
