import { ChainError } from '../../domain/networks/chain-error.ts';
import type { Network } from '../../domain/networks/network.ts';
import type { AssetBook } from './asset-book.ts';
import { type Mint, readMint } from './read-mint.ts';
import type { SolanaNode } from './solana-node.ts';

const LOCAL = 'solana:local';
/** How much of the genesis hash a CAIP-2 chain ID contains. */
const CHAIN_ID_CHARACTERS = 32;

/** Checks that the node is on the right network and that its tokens have the decimals of the asset list. */
export async function checkChain(
  node: SolanaNode,
  network: Network,
  book: AssetBook,
): Promise<ReadonlyMap<string, Mint>> {
  const genesis = await node.genesisHash();
  // Every local chain has a new genesis block.
  if (network.chainId !== LOCAL && network.chainId !== `solana:${genesis.slice(0, CHAIN_ID_CHARACTERS)}`)
    throw new ChainError(
      'distrusted',
      `The node is on another chain, not on ${network.title}: its genesis hash is ${genesis}.`,
    );
  const mints = new Map<string, Mint>();
  for (const [token, { code, decimals }] of book.byMint) {
    const mint = readMint(token, await node.account(token, 'finalized'));
    if (mint.decimals !== decimals)
      throw new ChainError(
        'distrusted',
        `${code} has ${mint.decimals} decimals on ${network.title}, but ${decimals} in the asset list.`,
      );
    mints.set(token, mint);
  }
  return mints;
}
