import { resendDelivery as resendDeliveryUseCase } from '../../usecases/webhooks/resend-delivery.ts';
import { defineRoute } from '../server/route.ts';
import { DeliverySchema } from './delivery-schema.ts';
import { exampleNewDelivery } from './examples.ts';
import { presentDelivery } from './present-delivery.ts';

export const resendDelivery = defineRoute({
  id: 'deliveries.resend',
  method: 'POST',
  path: '/{public_key}/deliveries/{delivery_id}/resend',
  tag: 'Webhooks',
  summary: 'Resend a delivery',
  description: 'Sends the same body with the same `webhook-id` again, as a new delivery with its own attempts.',
  access: 'webhooks:write',
  rateLimit: 'create',
  answers: {
    201: { description: 'Returns the new delivery.', schema: DeliverySchema, example: exampleNewDelivery },
  },
  errors: ['invalid_state'],
}).handle(async (context, { principal, params: { delivery_id: id } }) => {
  const delivery = await resendDeliveryUseCase(context, await context.stores.of(principal), { id });
  return { status: 201, body: presentDelivery(delivery, principal.livemode) };
});
