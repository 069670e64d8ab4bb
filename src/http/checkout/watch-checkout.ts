import { parseId } from '../../domain/ids.ts';
import { type CheckoutView, findTenant, viewCheckout } from '../../usecases/checkout/view-checkout.ts';
import type { Route } from '../server/route.ts';
import { presentCheckout } from './present-checkout.ts';
import { toEveryOrigin } from './to-every-origin.ts';

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
        let told = { sequence: -1, text: '' };
        let looking = false;
        let lookAgain = false;
        const tell = (view: CheckoutView) => {
          const state = presentCheckout(view, context.clock.nowMs(), context.config.baseUrl);
          // The time of the answer differs from one to the next, and is no news.
          const text = JSON.stringify({ ...state, server_time: '' });
          if (state.sequence < told.sequence || text === told.text) return;
          told = { sequence: state.sequence, text };
          stream.tell('state', JSON.stringify(state));
        };
        /** One look at a time: a change that comes during it is looked for when it has ended. */
        const look = async () => {
          lookAgain = true;
          if (looking) return;
          looking = true;
          try {
            while (lookAgain) {
              lookAgain = false;
              tell(await viewCheckout(context, publicKey, id));
            }
          } catch {
            stream.end();
          }
          looking = false;
        };
        const leave = context.changes.subscribe(
          tenant,
          ({ intentId }) => {
            if (intentId === first.intent.id) void look();
          },
          () => stream.end(),
        );
        tell(first);
        // What has changed since the first look, nobody was told: so there is a second one, now that somebody listens.
        void look();
        return leave;
      },
    };
  },
};
