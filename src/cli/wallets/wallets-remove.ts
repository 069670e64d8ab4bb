import { removeWallet } from '../../usecases/wallets/remove-wallet.ts';
import type { Command } from '../command.ts';
import { readId } from '../read-id.ts';
import { tenantOf, tenantOptions } from '../tenant-of.ts';

export const walletsRemove: Command = {
  name: 'wallets remove',
  summary: 'Removes a wallet. New payments no longer use it; addresses already issued stay watched.',
  operands: [{ name: 'wallet' }],
  options: tenantOptions,
  examples: ['wallets remove wal_034xqZbw5Y9jHqVLMzNRCb --merchant mer_034xqZbw5Y9jHqVLMzNRCb'],
  run: (context, args) =>
    context.withPorts(async (ports) => {
      const id = readId('wal', args.operands[0] ?? '');
      await removeWallet(ports, await tenantOf(ports, args), { id, actor: 'cli' });
      return { json: { id, removed: true }, text: `Removed ${id}.` };
    }),
};
