import { Problem } from '../../domain/errors.ts';
import { UserError } from '../../domain/user-error.ts';
import { addWallet } from '../../usecases/wallets/add-wallet.ts';
import { showWallet } from '../../usecases/wallets/list-wallets.ts';
import type { Command } from '../command.ts';
import { readId } from '../read-id.ts';
import { presentWalletRow, walletText } from './present-wallet-row.ts';
import { isLiveWallet, readScriptType, walletOptions } from './wallet-options.ts';

export const walletsAdd: Command = {
  name: 'wallets add',
  summary:
    'Adds a wallet that receives a merchant’s payments on one network, or on all EVM networks. It takes effect immediately.',
  options: {
    merchant: { type: 'string', help: 'merchant ID', required: true },
    ...walletOptions,
    'start-index': { type: 'string', help: 'first index to use; 0 by default' },
  },
  examples: [
    'wallets add --merchant mer_034xqZbw5Y9jHqVLMzNRCb --network solana --address 9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin',
    'wallets add --merchant mer_034xqZbw5Y9jHqVLMzNRCb --network evm --live --address 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
  ],
  run: (context, args) =>
    context.withPorts(async (ports) => {
      const merchantId = readId('mer', args.text('merchant'));
      const merchant = await ports.merchants.find(merchantId);
      if (!merchant)
        throw new UserError(
          `No merchant has the ID ${merchantId}. "npx florin merchants list" shows all merchants.`,
          'not_found',
        );
      const network = args.text('network');
      const tenant = { merchantId, dataStoreId: merchant.dataStoreId, livemode: isLiveWallet(args) };
      const text = args.optional('address') ?? args.optional('xpub');
      if (text === undefined) throw new UserError('Set --address or --xpub.', 'usage');
      const scriptType = readScriptType(args);
      const wallet = await addWallet(ports, {
        tenant,
        network,
        text,
        ...(scriptType === undefined ? {} : { scriptType }),
        startIndex: readIndex(args.optional('start-index')),
        delayed: false,
        actor: 'cli',
      }).catch(explain);
      const shown = await showWallet(ports, tenant, wallet);
      return { json: presentWalletRow(shown), text: walletText(shown) };
    }),
};

function readIndex(text = '0'): number {
  if (!/^\d{1,9}$/.test(text)) throw new UserError('--start-index must be a whole number.', 'usage');
  return Number(text);
}

/** On the command line, the detail of the invalid field is the useful part. */
function explain(error: unknown): never {
  if (!(error instanceof Problem)) throw error;
  const [invalid] = error.errors;
  throw invalid ? new UserError(invalid.detail, error.code) : error;
}
