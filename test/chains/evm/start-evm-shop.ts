import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PrivateKeyAccount } from 'viem/accounts';
import { type Shop, startShop } from '../../http/start-shop.ts';
import { florin, type ServerOptions } from '../../support/server.ts';
import { createActors, type EvmActors, type EvmToken } from './evm-actors.ts';
import { type EvmNode, startEvmNode } from './start-evm-node.ts';

export interface EvmShop {
  shop: Shop;
  /** For commands on the same database with the same networks. */
  options: ServerOptions;
  node: EvmNode;
  actors: EvmActors;
  /** Has ether and tokens. */
  payer: PrivateKeyAccount;
  usdc: EvmToken;
  /** Adds a wallet for every EVM network, as an address or an extended key. */
  addWallet(merchantId: string, wallet: { address: string } | { xpub: string }): Promise<unknown>;
  stop(): Promise<void>;
}

interface Order {
  env?: Record<string, string>;
  /** The URL that the server reads `evm-local` from, if it is not the node's own. */
  through?: (nodeUrl: string) => Promise<string>;
}

/** A server that watches a hardhat node, and a merchant without a wallet. */
export async function startEvmShop({ env: more = {}, through = async (url) => url }: Order = {}): Promise<EvmShop> {
  const folder = mkdtempSync(join(tmpdir(), 'florin-assets-'));
  const node = await startEvmNode();
  const actors = await createActors(node);
  const payer = await actors.newAccount();
  const usdc = await actors.createToken();
  await actors.give(payer.address, usdc, 10n ** 15n);
  const file = join(folder, 'assets.json');
  const { address: contract, decimals } = usdc;
  writeFileSync(file, JSON.stringify([{ code: 'USDC', network: 'evm-local', contract, decimals }]));
  const env = {
    FLORIN_RPC_EVM_LOCAL: await through(node.url),
    FLORIN_ASSETS: file,
    FLORIN_LOG_LEVEL: 'fatal',
    ...more,
  };
  const shop = await startShop(env);
  const options = { ...shop.options, env };
  return {
    shop,
    options,
    node,
    actors,
    payer,
    usdc,
    addWallet(merchantId, wallet) {
      const given = 'xpub' in wallet ? ['--xpub', wallet.xpub] : ['--address', wallet.address];
      return florin(options, 'wallets', 'add', '--merchant', merchantId, '--network', 'evm', ...given);
    },
    async stop() {
      await shop.stop();
      await node.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
