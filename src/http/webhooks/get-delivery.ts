import { getDelivery as getDeliveryUseCase } from '../../usecases/webhooks/get-delivery.ts';
import { defineRoute } from '../server/route.ts';
import { DeliveryDetailsSchema } from './delivery-schema.ts';
import { exampleDeliveryDetails } from './examples.ts';
import { presentDeliveryDetails } from './present-delivery.ts';

export const getDelivery = defineRoute({
  id: 'deliveries.get',
  method: 'GET',
  path: '/{public_key}/deliveries/{delivery_id}',
  tag: 'Webhooks',
  summary: 'Retrieve a delivery',
  description: 'Returns what was sent and what came back, attempt by attempt.',
  access: 'payments:read',
  rateLimit: 'read',
  answers: {
    200: {
      description: 'Returns the delivery with its attempts.',
      schema: DeliveryDetailsSchema,
      example: exampleDeliveryDetails,
    },
  },
}).handle(async (context, { principal, params }) => {
  const store = await context.stores.of(principal);
  const { delivery, attempts } = await getDeliveryUseCase(store, params.delivery_id);
  return { status: 200, body: presentDeliveryDetails(delivery, attempts, principal.livemode) };
});
