import { listWallets } from '../../usecases/wallets/list-wallets.ts';
import type { Command } from '../command.ts';
import { tenantOf, tenantOptions } from '../tenant-of.ts';
import { presentWalletRow, walletText } from './present-wallet-row.ts';

export const walletsList: Command = {
  name: 'wallets list',
  summary: 'Lists a merchant’s wallets.',
  options: tenantOptions,
  examples: ['wallets list --merchant mer_034xqZbw5Y9jHqVLMzNRCb'],
  run: (context, args) =>
    context.withPorts(async (ports) => {
      const wallets = await listWallets(ports, await tenantOf(ports, args));
      return {
        json: { data: wallets.map(presentWalletRow) },
        text: wallets.length === 0 ? 'No wallets found.' : wallets.map(walletText).join('\n\n'),
      };
    }),
};
