import { ASSETS_ON_NETWORKS } from '../../domain/money/asset.ts';
import { NETWORKS, type NetworkName } from '../../domain/networks/network.ts';

/** Precompiled contracts, the zero address and the addresses to which people burn money are all below this. */
const SYSTEM_ADDRESSES_BELOW = 0x1_00_00n;
/** Contracts of the OP stack, which Base uses. */
const OP_STACK_START = 0x4200000000000000000000000000000000000000n;
/** Stands for the coin in the lists of many exchanges. */
const COIN_PLACEHOLDER = 0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeen;

const TOKENS: ReadonlySet<string> = new Set(
  ASSETS_ON_NETWORKS.flatMap(({ network, token }) =>
    token !== undefined && NETWORKS[network as NetworkName].family === 'evm' ? [token.toLowerCase()] : [],
  ),
);

/** Addresses that nobody has a private key for. */
export function isSystemAddress(address: string): boolean {
  const number = BigInt(address);
  const inStack = number - OP_STACK_START;
  return (
    number < SYSTEM_ADDRESSES_BELOW ||
    number === COIN_PLACEHOLDER ||
    (inStack >= 0n && inStack < SYSTEM_ADDRESSES_BELOW)
  );
}

/** Whether a token on any EVM network has this address, in lower case. */
export const isKnownToken = (address: string): boolean => TOKENS.has(address);
