import { parseId } from '../../domain/ids.ts';
import { removeWallet as removeWalletUseCase } from '../../usecases/wallets/remove-wallet.ts';
import { actorOf, type KeyedRoute } from '../server/route.ts';
import { exampleWallet } from './present-wallet.ts';
import { RemovedWalletSchema } from './wallet-schema.ts';

export const removeWallet: KeyedRoute = {
  id: 'wallets.remove',
  method: 'DELETE',
  path: '/{public_key}/wallets/{wallet_id}',
  tag: 'Wallets',
  summary: 'Stop using a wallet',
  description: 'No new payment goes there. Addresses that were given out stay watched.',
  access: 'wallets:write',
  budget: 'create',
  answers: {
    200: {
      description: 'It is gone.',
      schema: RemovedWalletSchema,
      example: { id: exampleWallet.id, deleted: true },
    },
  },
  async handle(context, { principal, params }) {
    const id = parseId('wal', params['wallet_id'] ?? '');
    await removeWalletUseCase(context, principal, id, actorOf(principal));
    return { status: 200, body: JSON.stringify({ id, deleted: true }) };
  },
};
