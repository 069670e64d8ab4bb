import { getRequest as getRequestUseCase } from '../../usecases/requests/get-request.ts';
import { defineRoute } from '../server/route.ts';
import { exampleRequestDetails } from './examples.ts';
import { presentRequestDetails } from './present-request.ts';
import { RequestDetailsSchema } from './request-schema.ts';

export const getRequest = defineRoute({
  id: 'request_log.get',
  method: 'GET',
  path: '/{public_key}/request_log/{request_id}',
  tag: 'Request log',
  summary: 'Retrieve a request',
  description: 'A request appears in the log shortly after its response.',
  access: 'payments:read',
  rateLimit: 'read',
  answers: {
    200: {
      description: 'Returns the request, with its bodies if they were kept.',
      schema: RequestDetailsSchema,
      example: exampleRequestDetails,
    },
  },
}).handle(async (context, { principal, params }) => {
  const store = await context.stores.of(principal);
  return { status: 200, body: presentRequestDetails(await getRequestUseCase(store, params.request_id)) };
});
