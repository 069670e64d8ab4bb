import type { Hex } from 'viem';
import { ChainError } from '../../domain/networks/chain-error.ts';
import type { EvmNode } from './create-node.ts';
import { readDecimals } from './erc20.ts';

const CACHED_TOKENS_MAX = 1_000;
const DECIMALS_MAX = 18;

/** The decimals that an unknown token claims to have, only to show its amount; 0 if it claims none that are possible. */
export type TokenDecimals = (contract: Hex) => Promise<{ decimals: number }>;

export function createTokenDecimals(node: EvmNode): TokenDecimals {
  const cached = new Map<Hex, { decimals: number }>();
  return async (contract) => {
    const known = cached.get(contract);
    if (known !== undefined) return known;
    const claimed = (await readIfPossible(node, contract)) ?? 0;
    const found = { decimals: claimed <= DECIMALS_MAX ? claimed : 0 };
    if (cached.size >= CACHED_TOKENS_MAX) cached.clear();
    cached.set(contract, found);
    return found;
  };
}

/** A contract can answer so slowly that the node does not respond. It is asked once, so that reading goes on. */
async function readIfPossible(node: EvmNode, contract: Hex): Promise<number | undefined> {
  try {
    return await readDecimals(node, contract);
  } catch (error) {
    if (error instanceof ChainError) return undefined;
    throw error;
  }
}
