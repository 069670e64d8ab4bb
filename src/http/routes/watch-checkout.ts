import { parseId } from '../../domain/ids.ts';
import { findTenant, viewCheckout } from '../../usecases/view-checkout.ts';
import { toEveryOrigin } from '../checkout/to-every-origin.ts';
import { presentCheckout } from '../present-checkout.ts';
import type { Route } from '../route.ts';

export const watchCheckout: Route = {
  id: 'checkout.watch',
  method: 'GET',
  path: '/{public_key}/checkout/{payment_intent_id}/events',
  tag: 'Checkout',
  summary: 'Hear how a checkout goes on',
  description:
    'Server-sent events named `state`, each with what `status` would answer: one at once, then one for each change, by ' +
    'whichever process it was made. The stream ends after five minutes and when changes may have been missed: connect again.',
  access: 'open',
  answers: { 200: { description: 'A stream of events.', contentType: 'text/event-stream' } },
  async handle(context, { params }) {
    const publicKey = params['public_key'] ?? '';
    const id = parseId('pi', params['payment_intent_id'] ?? '');
    const first = await viewCheckout(context, publicKey, id);
    const { tenant } = await findTenant(context, publicKey);
    return {
      status: 200,
      headers: toEveryOrigin,
      events(stream) {
        const tell = (view: typeof first) =>
          stream.tell('state', JSON.stringify(presentCheckout(view, context.clock.nowMs(), context.config.baseUrl)));
        tell(first);
        return context.changes.subscribe(
          tenant,
          ({ intentId }) => {
            if (intentId !== first.intent.id) return;
            viewCheckout(context, publicKey, id).then(tell, () => stream.end());
          },
          () => stream.end(),
        );
      },
    };
  },
};
