import { formatDecimal } from '../../src/domain/decimal.ts';
import type { ContractScene, SentPayment } from './adapter-contract.ts';
import { chainAt, clock, newAccount } from './chain-reader.ts';
import { openRpcDoor } from './rpc-door.ts';
import { type NodeProgram, startBitcoinNode } from './start-bitcoin-node.ts';

/** As many blocks as a scan reads at once. */
const PIECE_BLOCKS = 20;

/** A real node of the Bitcoin family on a chain of its own. */
export async function startBitcoinScene(program: NodeProgram): Promise<ContractScene> {
  const node = await startBitcoinNode(program);
  const door = await openRpcDoor(node.url);
  const wallet = { text: newAccount(), scriptType: 'p2wpkh' } as const;
  const open: ContractScene['open'] = (options) => chainAt(door.url, program.network, options);
  const send = ({ place, amount }: SentPayment) => node.send(place.address, formatDecimal(amount));
  const mineEmpty = async (count: number) => {
    const miner = await node.call<string>('getnewaddress');
    for (let left = count; left > 0; left -= 1) await node.call('generateblock', miner, []);
  };

  return {
    open,
    nowMs: () => clock.nowMs(),
    sinceMs: clock.nowMs(),
    wallet,
    strangersPlace: async () => ({ address: await node.call<string>('getnewaddress'), reference: undefined }),
    async pay(...payments) {
      const txs: string[] = [];
      for (const payment of payments) txs.push(await send(payment));
      return txs;
    },
    mine: async () => void (await node.mine(1)),
    async overfill({ address }) {
      const first = await node.send(address, '0.001');
      await node.mine(PIECE_BLOCKS);
      const last = await node.send(address, '0.002');
      await node.mine(1);
      return [first, last];
    },
    unknownTx: 'ab'.repeat(32),
    node: {
      door,
      otherChain: (method, [height]) => (method === 'getblockhash' && height === 0 ? 'ab'.repeat(32) : undefined),
      waitForBackOff: () => {
        clock.aheadMs += 120_000;
      },
    },
    fork: {
      pay: send,
      async giveUp(tx) {
        const { blockhash } = await node.call<{ blockhash: string }>('gettransaction', tx);
        await node.call('invalidateblock', blockhash);
        await mineEmpty(2);
      },
      mineAgain: async () => void (await node.mine(1)),
    },
    async stop() {
      await door.remove();
      await node.remove();
    },
  };
}
