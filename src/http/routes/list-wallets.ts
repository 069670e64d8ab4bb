import { listWallets as listWalletsUseCase } from '../../usecases/list-wallets.ts';
import { exampleWallet, presentWallet } from '../present-wallet.ts';
import type { KeyedRoute } from '../route.ts';
import { WalletListSchema } from '../schemas/wallet.ts';

export const listWallets: KeyedRoute = {
  id: 'wallets.list',
  method: 'GET',
  path: '/{public_key}/wallets',
  tag: 'Wallets',
  summary: 'List the wallets',
  description: 'Those that are used, and those that will be.',
  access: 'payments:read',
  budget: 'read',
  answers: { 200: { description: 'All of them.', schema: WalletListSchema, example: { data: [exampleWallet] } } },
  async handle(context, { principal }) {
    const data = (await listWalletsUseCase(context, principal)).map(presentWallet);
    return { status: 200, body: JSON.stringify({ data }) };
  },
};
