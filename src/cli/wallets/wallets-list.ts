import { listWallets } from '../../usecases/wallets/list-wallets.ts';
import type { Command } from '../command.ts';
import { tenantOf, tenantOptions } from '../tenant-of.ts';
import { presentWalletRow, walletText } from './present-wallet-row.ts';

export const walletsList: Command = {
  words: 'wallets list',
  summary: 'Lists where a merchant’s money goes.',
  options: tenantOptions,
  run: (context, args) =>
    context.withPorts(async (ports) => {
      const wallets = await listWallets(ports, await tenantOf(ports, args));
      return {
        json: { data: wallets.map(presentWalletRow) },
        text: wallets.length === 0 ? 'There are no wallets.' : wallets.map(walletText).join('\n\n'),
      };
    }),
};
