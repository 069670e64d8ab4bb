import { listWallets as listWalletsUseCase } from '../../usecases/wallets/list-wallets.ts';
import type { KeyedRoute } from '../server/route.ts';
import { exampleWallet, presentWallet } from './present-wallet.ts';
import { WalletListSchema } from './wallet-schema.ts';

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
