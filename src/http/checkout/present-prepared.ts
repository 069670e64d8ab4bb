import type { Static } from 'typebox';
import { ASSETS } from '../../domain/money/asset.ts';
import type { BrowserWallets, Network } from '../../domain/networks/network.ts';
import type { PreparedPayment } from '../../usecases/checkout/prepare-transaction.ts';
import type { PreparedSchema } from './prepared-schema.ts';

const COIN_DECIMALS = 18;

export function presentPrepared({
  transaction: prepared,
  network,
  browserWallets,
}: PreparedPayment): Static<typeof PreparedSchema> {
  const where = { network: network.name, chain: browserWallets.chain };
  if ('transaction' in prepared) return { transaction: prepared.transaction, ...where };
  const { to, value, data, authorization = null } = prepared;
  return { call: { to, value, data }, authorization, add_chain: presentChain(network, browserWallets), ...where };
}

/** The names of the members are those of EIP-3085. */
function presentChain({ coin, title, explorer }: Network, { chain, publicRpc }: BrowserWallets) {
  if (publicRpc === undefined) return null;
  return {
    chainId: `0x${Number(chain.slice('eip155:'.length)).toString(16)}`,
    chainName: title,
    nativeCurrency: { name: ASSETS.get(coin) ?? coin, symbol: coin, decimals: COIN_DECIMALS },
    rpcUrls: [publicRpc],
    blockExplorerUrls: explorer === undefined ? [] : [new URL(explorer.tx).origin],
  };
}
