import { HDKey } from '@scure/bip32';
import { type Address, getAddress, type Hex, parseEther } from 'viem';
import { createEvmChain } from '../../src/chains/evm/create-evm-chain.ts';
import { createRpc } from '../../src/chains/rpc/create-rpc.ts';
import { ASSETS_ON_NETWORKS } from '../../src/domain/money/asset.ts';
import { fromUnits, toUnits } from '../../src/domain/money/decimal.ts';
import { chainUnits, toBigInt } from '../../src/domain/money/money.ts';
import { NETWORKS } from '../../src/domain/networks/network.ts';
import { random } from '../../src/system/random.ts';
import type { ContractScene, SentPayment } from './adapter-contract.ts';
import { createActors } from './evm/evm-actors.ts';
import { startEvmNode } from './evm/start-evm-node.ts';
import { openRpcProxy } from './rpc-proxy.ts';

const CHAIN_ID = 11_155_111;
/** The number of whole blocks that one scan reads. */
const SCAN_BLOCKS = 32;

/** A real node with the chain ID of Sepolia, and the tokens of the asset table at their addresses there. */
export async function startEvmContractScene(): Promise<ContractScene> {
  const network = NETWORKS['ethereum-sepolia'];
  const node = await startEvmNode({ chainId: CHAIN_ID });
  const proxy = await openRpcProxy(node.url);
  const actors = await createActors(node);
  const payer = await actors.newAccount();
  const assets = ASSETS_ON_NETWORKS.filter((asset) => asset.network === network.name);
  for (const { code, token, decimals } of assets) {
    if (token === undefined) continue;
    await actors.give(payer.address, await actors.createToken({ symbol: code, decimals, at: token }), 10n ** 24n);
  }
  let aheadMs = 0;
  const clock = { nowMs: () => Date.now() + aheadMs };
  const sinceMs = await node.timeMs();

  async function order({ target, asset, amount }: SentPayment) {
    const { token, decimals } = assets.find(({ code }) => code === asset) ?? assets[0] ?? { token: '', decimals: 18 };
    const to = getAddress(target.address);
    const units = toBigInt(toUnits(amount, decimals));
    return token === undefined
      ? { to, value: units }
      : { to: token as Address, data: actors.encode('transfer', [to, units]) };
  }

  let forked: { raw: Hex; snapshot: string } | undefined;

  return {
    open: (options) =>
      createEvmChain({
        network,
        rpc: createRpc({ urls: [proxy.url], clock, random, ...options }),
        clock,
        random,
        assets: ASSETS_ON_NETWORKS,
      }),
    nowMs: clock.nowMs,
    sinceMs,
    wallet: { text: HDKey.fromMasterSeed(random.bytes(32)).derive("m/44'/60'/0'").publicExtendedKey },
    async foreignTarget() {
      const { address } = await actors.newAccount('0');
      return { address, reference: undefined, matchedBy: 'address' };
    },
    async pay(...payments) {
      const txs: string[] = [];
      for (const payment of payments) txs.push(await actors.send(payer, await order(payment)));
      return txs;
    },
    mine: () => node.mine(),
    async overfill({ address }) {
      const first = await actors.pay(payer, address, parseEther('0.001'));
      await node.mine(SCAN_BLOCKS);
      const last = await actors.pay(payer, address, parseEther('0.002'));
      await node.mine();
      return [first, last];
    },
    readLink(uri, decimals) {
      const [, contract = '', chainId = '', query = ''] =
        /^ethereum:(0x\w{40})@(\d+)(?:\/transfer)?\?(.*)$/.exec(uri) ?? [];
      const values = new URLSearchParams(query);
      const [address, units] = uri.includes('/transfer?')
        ? [values.get('address'), values.get('uint256')]
        : [contract, values.get('value')];
      if (chainId !== String(CHAIN_ID)) throw new Error(`The link is for another chain: ${uri}`);
      return { address: address ?? '', amount: fromUnits(chainUnits(BigInt(units ?? '')), decimals) };
    },
    async sign(text) {
      return { address: payer.address, text, signature: await payer.signMessage({ message: text }) };
    },
    unknownTx: `0x${'ab'.repeat(32)}`,
    node: {
      proxy,
      otherChain: (method) => (method === 'eth_chainId' ? '0x1' : undefined),
      waitForBackOff: () => {
        aheadMs += 600_000;
      },
    },
    fork: {
      async pay(payment) {
        const raw = await actors.sign(payer, await order(payment));
        const snapshot = await node.snapshot();
        forked = { raw, snapshot };
        return node.call('eth_sendRawTransaction', raw);
      },
      async dropBlock() {
        await node.revert(forked?.snapshot ?? '');
        await node.mine(2);
      },
      async mineAgain() {
        await node.call('eth_sendRawTransaction', forked?.raw);
        await node.mine();
      },
    },
    async stop() {
      await proxy.remove();
      await node.stop();
    },
  };
}
