import { removeWallet as removeWalletUseCase } from '../../usecases/wallets/remove-wallet.ts';
import { actorOf } from '../server/call.ts';
import { defineRoute } from '../server/route.ts';
import { exampleRemovedWallet } from './examples.ts';
import { RemovedWalletSchema } from './wallet-schema.ts';

export const removeWallet = defineRoute({
  id: 'wallets.remove',
  method: 'DELETE',
  path: '/{public_key}/wallets/{wallet_id}',
  tag: 'Wallets',
  summary: 'Remove a wallet',
  description: 'New payments no longer use the wallet. Addresses that payers have seen stay watched.',
  access: 'wallets:write',
  rateLimit: 'create',
  answers: {
    200: {
      description: 'Returns the ID of the removed wallet.',
      schema: RemovedWalletSchema,
      example: exampleRemovedWallet,
    },
  },
}).handle(async (context, { principal, params, address }) => {
  const id = await removeWalletUseCase(context, principal, {
    id: params.wallet_id,
    actor: actorOf(principal),
    address,
  });
  return { status: 200, body: { id, deleted: true } };
});
