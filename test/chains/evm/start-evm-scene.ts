import { HDKey } from '@scure/bip32';
import type { PrivateKeyAccount } from 'viem/accounts';
import { openChain } from '../../../src/chains/registry.ts';
import type { AssetOnNetwork } from '../../../src/domain/money/asset.ts';
import type { ChainAdapter } from '../../../src/ports/chain.ts';
import { random } from '../../../src/system/random.ts';
import { openRpcProxy } from '../rpc-proxy.ts';
import { createActors, type EvmActors, type EvmToken } from './evm-actors.ts';
import { type EvmNode, startEvmNode } from './start-evm-node.ts';

const NETWORK = 'evm-local';

/** A node, a payer with ether and a USDC-like token, and the adapter on that node. */
export interface EvmScene {
  node: EvmNode;
  actors: EvmActors;
  payer: PrivateKeyAccount;
  usdc: EvmToken;
  /** On a node that can trace. */
  chain: ChainAdapter;
  /** On a node that cannot. */
  openBlind(): Promise<ChainAdapter>;
  nowMs: () => number;
  /** Lets time pass, for the clock and for the chain. */
  pass(ms: number): Promise<void>;
  /** Opens the network again, with these tokens too. */
  addAssets(...tokens: EvmToken[]): Promise<void>;
  newExtendedKey(): string;
  stop(): Promise<void>;
}

export async function startEvmScene(): Promise<EvmScene> {
  const node = await startEvmNode();
  const actors = await createActors(node);
  const payer = await actors.newAccount();
  const usdc = await actors.createToken();
  await actors.give(payer.address, usdc, 10n ** 15n);
  let aheadMs = 0;
  const clock = { nowMs: () => Date.now() + aheadMs };
  const furtherAssets: AssetOnNetwork[] = [];
  const open = (url: string) =>
    openChain({ clock, random, furtherAssets, agreement: { nodes: 2, worth: 1_000 } }, NETWORK, [url]);
  const proxy = await openRpcProxy(node.url);
  proxy.override = (method, [hash]) =>
    method === 'debug_traceBlockByHash' ? traceBlock(node, hash as string) : undefined;

  async function addAssets(...tokens: EvmToken[]): Promise<void> {
    for (const { address, symbol, decimals } of tokens)
      furtherAssets.push({ code: symbol, network: NETWORK, token: address, decimals });
    scene.chain = await open(proxy.url);
  }

  const scene: EvmScene = {
    node,
    actors,
    payer,
    usdc,
    chain: await open(proxy.url),
    openBlind: () => open(node.url),
    nowMs: clock.nowMs,
    async pass(ms) {
      aheadMs += ms;
      await node.setNextBlockTime(clock.nowMs());
      await node.mine();
    },
    addAssets,
    newExtendedKey: () => HDKey.fromMasterSeed(random.bytes(32)).derive("m/44'/60'/0'").publicExtendedKey,
    async stop() {
      await proxy.remove();
      await node.stop();
    },
  };
  await addAssets(usdc);
  return scene;
}

/** Other nodes trace whole blocks, hardhat one transaction at a time. */
async function traceBlock(node: EvmNode, hash: string): Promise<unknown> {
  const { transactions } = await node.call<{ transactions: string[] }>('eth_getBlockByHash', hash, false);
  const traced = transactions.map(async (txHash) => ({
    txHash,
    result: await node.call('debug_traceTransaction', txHash, { tracer: 'callTracer' }),
  }));
  return Promise.all(traced);
}
