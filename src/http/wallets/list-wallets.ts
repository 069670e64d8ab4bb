import { listReleasedWallets } from '../../usecases/wallets/list-released-wallets.ts';
import { listWallets as listWalletsUseCase } from '../../usecases/wallets/list-wallets.ts';
import { defineRoute } from '../server/route.ts';
import { exampleKeyWallet, exampleReleasedWallet, exampleWallet } from './examples.ts';
import { presentReleased, presentWallet } from './present-wallet.ts';
import { WalletListSchema } from './wallet-schema.ts';

export const listWallets = defineRoute({
  id: 'wallets.list',
  method: 'GET',
  path: '/{public_key}/wallets',
  tag: 'Wallets',
  summary: 'List wallets',
  description: 'Returns the wallets in use and those that will be used after their delay.',
  access: 'payments:read',
  rateLimit: 'read',
  answers: {
    200: {
      description: 'Returns all wallets.',
      schema: WalletListSchema,
      example: { data: [exampleWallet, exampleKeyWallet], released: [exampleReleasedWallet] },
    },
  },
}).handle(async (context, { principal }) => {
  const wallets = await listWalletsUseCase(context, principal);
  const released = await listReleasedWallets(context, principal);
  return { status: 200, body: { data: wallets.map(presentWallet), released: released.map(presentReleased) } };
});
