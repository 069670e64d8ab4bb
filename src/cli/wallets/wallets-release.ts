import { UserError } from '../../domain/user-error.ts';
import { releaseWallet } from '../../usecases/wallets/release-wallet.ts';
import type { Command } from '../command.ts';
import { isLiveWallet, readScriptType, walletOptions } from './wallet-options.ts';

export const walletsRelease: Command = {
  name: 'wallets release',
  summary: 'Takes a wallet away from the merchant who uses it, so that another merchant can add it.',
  options: walletOptions,
  examples: ['wallets release --network solana --address 9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'],
  run: (context, args) =>
    context.withPorts(async (ports) => {
      const network = args.text('network');
      const text = args.optional('address') ?? args.optional('xpub');
      if (text === undefined) throw new UserError('Set --address or --xpub.', 'usage');
      const scriptType = readScriptType(args);
      const { id, merchantId } = await releaseWallet(ports, {
        network,
        livemode: isLiveWallet(args),
        text,
        ...(scriptType === undefined ? {} : { scriptType }),
        actor: 'cli',
      });
      return {
        json: { id, merchant_id: merchantId, released: true },
        text: `Released ${id}. The merchant ${merchantId} no longer uses it.`,
      };
    }),
};
