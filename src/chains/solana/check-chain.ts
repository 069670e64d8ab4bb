import { ChainError } from '../../domain/networks/chain-error.ts';
import type { Network } from '../../domain/networks/network.ts';
import type { AssetBook } from './asset-book.ts';
import { type Mint, readMint } from './read-mint.ts';
import type { SolanaNode } from './solana-node.ts';

const LOCAL = 'solana:local';
/** So much of the genesis hash stands in the id by CAIP-2. */
const CHAIN_ID_CHARACTERS = 32;

/** Whether the node is on the network that it is taken for, and counts its tokens as the list of assets does. */
export async function checkChain(
  node: SolanaNode,
  network: Network,
  book: AssetBook,
): Promise<ReadonlyMap<string, Mint>> {
  const genesis = await node.genesisHash();
  // A chain on this machine has a new genesis whenever it is made.
  if (network.chainId !== LOCAL && network.chainId !== `solana:${genesis.slice(0, CHAIN_ID_CHARACTERS)}`)
    throw new ChainError('distrusted', `A node that should be on ${network.title} is on another chain (${genesis}).`);
  const mints = new Map<string, Mint>();
  for (const [token, { code, decimals }] of book.byMint) {
    const mint = readMint(token, await node.account(token, 'finalized'));
    if (mint.decimals !== decimals)
      throw new ChainError(
        'distrusted',
        `${code} has ${mint.decimals} decimals on ${network.title}, and ${decimals} in the list of assets.`,
      );
    mints.set(token, mint);
  }
  return mints;
}
