import { NETWORKS } from '../../domain/networks/network.ts';
import type { ScriptType } from '../../ports/chain.ts';
import type { Args, Option } from '../command.ts';

const SCRIPT_TYPES = ['p2wpkh', 'p2sh-p2wpkh', 'p2pkh', 'p2tr'] as const;

/** Options of every command that takes a wallet. */
export const walletOptions = {
  network: {
    type: 'string',
    help: 'network, such as solana or bitcoin; it also sets the mode, test or live',
    required: true,
  },
  address: { type: 'string', help: 'address (Solana)' },
  xpub: { type: 'string', help: 'extended public key or descriptor (Bitcoin, Litecoin)' },
  'script-type': {
    type: 'string',
    help: `${SCRIPT_TYPES.join(', ')}; required if the key does not include it`,
    values: SCRIPT_TYPES,
  },
} satisfies Record<string, Option>;

export const readScriptType = (args: Args): ScriptType | undefined =>
  SCRIPT_TYPES.find((type) => type === args.optional('script-type'));

export const modeOfNetwork = (network: string): boolean =>
  (NETWORKS as Record<string, { livemode: boolean }>)[network]?.livemode ?? true;
