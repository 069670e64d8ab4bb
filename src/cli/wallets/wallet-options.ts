import { NETWORKS } from '../../domain/networks/network.ts';
import { UserError } from '../../domain/user-error.ts';
import { walletFamily } from '../../domain/wallets/wallet-family.ts';
import type { ScriptType } from '../../ports/chain.ts';
import type { Args, Option } from '../command.ts';

const SCRIPT_TYPES = ['p2wpkh', 'p2sh-p2wpkh', 'p2pkh', 'p2tr'] as const;

/** Options of every command that takes a wallet. */
export const walletOptions = {
  network: {
    type: 'string',
    help: 'network, such as solana or bitcoin, or evm for Ethereum and compatible networks; all but evm also set the mode',
    required: true,
  },
  live: { type: 'boolean', help: 'use live mode instead of test mode (evm)' },
  address: { type: 'string', help: 'address (EVM, Solana)' },
  xpub: { type: 'string', help: 'extended public key or descriptor (Bitcoin, Litecoin, EVM)' },
  'script-type': {
    type: 'string',
    help: `${SCRIPT_TYPES.join(', ')}; required if the key does not include it`,
    values: SCRIPT_TYPES,
  },
} satisfies Record<string, Option>;

export const readScriptType = (args: Args): ScriptType | undefined =>
  SCRIPT_TYPES.find((type) => type === args.optional('script-type'));

/** Whether a wallet is for live mode. The networks of a family are in both modes. */
export function isLiveWallet(args: Args): boolean {
  const network = args.text('network');
  if (walletFamily(network)) return args.flag('live');
  const isLive = (NETWORKS as Record<string, { livemode: boolean }>)[network]?.livemode ?? true;
  if (args.flag('live') && !isLive) throw new UserError(`${network} is a test network. Leave out --live.`, 'usage');
  return isLive;
}
