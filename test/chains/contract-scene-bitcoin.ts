import { formatDecimal } from '../../src/domain/money/decimal.ts';
import type { ContractScene, SentPayment } from './adapter-contract.ts';
import { chainAt, clock, newAccount } from './chain-reader.ts';
import { mineOnly } from './craft-transactions.ts';
import { openRpcProxy, type RpcProxy } from './rpc-proxy.ts';
import { type BitcoinNodeProcess, type NodeProgram, startBitcoinNode } from './start-bitcoin-node.ts';

/** The number of blocks that one scan reads. */
const SCAN_BLOCKS = 20;

/** How the adapter reads from the node: through what, and what that says of another chain. */
export interface Reading extends Pick<ContractScene, 'open'> {
  proxy: Pick<RpcProxy, 'state' | 'override' | 'remove'>;
  otherChain: NonNullable<ContractScene['node']>['otherChain'];
}

async function readByRpc(node: BitcoinNodeProcess, { network }: NodeProgram): Promise<Reading> {
  const proxy = await openRpcProxy(node.url);
  return {
    proxy,
    open: (options) => chainAt(proxy.url, network, options),
    otherChain: (method, [height]) => (method === 'getblockhash' && height === 0 ? 'ab'.repeat(32) : undefined),
  };
}

/** A real node of the Bitcoin family on a private chain. */
export async function startBitcoinScene(program: NodeProgram, connect = readByRpc): Promise<ContractScene> {
  const node = await startBitcoinNode(program);
  const { proxy, open, otherChain } = await connect(node, program);
  const wallet = { text: newAccount(), scriptType: 'p2wpkh' } as const;
  const send = ({ target, amount }: SentPayment) => node.send(target.address, formatDecimal(amount));

  return {
    open,
    nowMs: () => clock.nowMs(),
    sinceMs: clock.nowMs(),
    wallet,
    foreignTarget: async () => ({
      address: await node.call<string>('getnewaddress'),
      reference: undefined,
      matchedBy: 'address' as const,
    }),
    async pay(...payments) {
      const txs: string[] = [];
      for (const payment of payments) txs.push(await send(payment));
      return txs;
    },
    mine: async () => void (await node.mine(1)),
    async overfill({ address }) {
      const first = await node.send(address, '0.001');
      await node.mine(SCAN_BLOCKS);
      const last = await node.send(address, '0.002');
      await node.mine(1);
      return [first, last];
    },
    unknownTx: 'ab'.repeat(32),
    node: {
      proxy,
      otherChain,
      waitForBackOff: () => {
        clock.aheadMs += 120_000;
      },
    },
    fork: {
      pay: send,
      async dropBlock(tx) {
        const { blockhash } = await node.call<{ blockhash: string }>('gettransaction', tx);
        await node.call('invalidateblock', blockhash);
        await mineOnly(node);
        await mineOnly(node);
      },
      mineAgain: async () => void (await node.mine(1)),
    },
    async stop() {
      // The next file reads the same clock, and blocks of its node must not look old.
      clock.aheadMs = 0;
      await proxy.remove();
      await node.remove();
    },
  };
}
