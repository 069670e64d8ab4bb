import { getTransfer as getTransferUseCase } from '../../usecases/transfers/get-transfer.ts';
import { defineRoute } from '../server/route.ts';
import { exampleTransfer } from './examples.ts';
import { presentTransfer } from './present-transfer.ts';
import { TransferSchema } from './transfer-schema.ts';

export const getTransfer = defineRoute({
  id: 'transfers.get',
  method: 'GET',
  path: '/{public_key}/transfers/{transfer_id}',
  tag: 'Transfers',
  summary: 'Retrieve a transfer',
  description:
    'Returns an unmatched transfer with its claims and suggestions, for example the one that a `transfer.unmatched` event ' +
    'is about. A transfer that was assigned has `assigned_to` and no suggestions.',
  access: 'payments:read',
  rateLimit: 'read',
  answers: {
    200: { description: 'Returns the transfer.', schema: TransferSchema, example: exampleTransfer },
  },
}).handle(async (context, { principal, params }) => {
  const store = await context.stores.of(principal);
  const view = await getTransferUseCase(context, store, params.transfer_id);
  return { status: 200, body: presentTransfer(view) };
});
