import type { AssetOnNetwork } from '../../domain/money/asset.ts';
import { ChainError } from '../../domain/networks/chain-error.ts';
import type { Network } from '../../domain/networks/network.ts';
import type { AssetBook } from './asset-book.ts';
import type { EvmNode } from './create-node.ts';
import { readDecimals, readSymbol } from './erc20.ts';

/** Contracts of the same token name it differently: Tether calls itself USDT0 or USD₮0 on some networks. */
const OTHER_SYMBOLS: ReadonlyMap<string, readonly string[]> = new Map([
  ['USDT', ['USDT0']],
  ['EURC', ['EUROC']],
]);

const NOT_A_TOKEN = 'cannot be read as a token';

/** Checks that the node is on the right network. */
export async function checkChain(node: EvmNode, network: Network): Promise<void> {
  const chainId = `eip155:${await node.chainId()}`;
  if (chainId === network.chainId) return;
  throw new ChainError(
    'distrusted',
    `The node is on another chain, not on ${network.title}: its chain ID is ${chainId.slice(7)}.`,
  );
}

/** Checks that every token is a contract with the decimals and the symbol of the asset list. */
export async function checkTokens(node: EvmNode, network: Network, book: AssetBook): Promise<void> {
  for (const [contract, asset] of book.byContract) {
    const wrong = findMistake(asset, {
      decimals: await readDecimals(node, contract),
      symbol: await readSymbol(node, contract),
    });
    if (wrong === undefined) continue;
    // A node that is in trouble also answers a contract's decimals with an error.
    const isUnread = wrong === NOT_A_TOKEN && (await node.hasCode(contract));
    throw new ChainError(
      isUnread ? 'away' : 'distrusted',
      `The contract of ${asset.code} on ${network.title} (${asset.token}) ${wrong}. Check the node, and FLORIN_ASSETS if the token is from there.`,
    );
  }
}

function findMistake(
  { code, decimals }: AssetOnNetwork,
  found: { decimals: number | undefined; symbol: string | undefined },
): string | undefined {
  if (found.decimals === undefined) return NOT_A_TOKEN;
  if (found.decimals !== decimals) return `has ${found.decimals} decimals, but ${decimals} in the asset list`;
  const symbol = (found.symbol ?? '')
    .replaceAll('₮', 'T')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '');
  if (symbol === code || OTHER_SYMBOLS.get(code)?.includes(symbol)) return undefined;
  return symbol === '' ? 'has no symbol' : `calls itself ${symbol.slice(0, 20)}`;
}
