import { setTimeout as sleep } from 'node:timers/promises';
import type { Override } from '../../chains/rpc-proxy.ts';
import type { BitcoinNodeProcess } from '../../chains/start-bitcoin-node.ts';
import type { Fault } from '../fault.ts';
import { NodeScene } from './node-scene.ts';

const BEHIND_BLOCKS = 100;
const NOWHERE = '00'.repeat(32);

/** What a node says that has lost its peers and misses the last blocks. */
async function viewBehind(node: BitcoinNodeProcess): Promise<Override> {
  const info = await node.call<Record<string, unknown>>('getblockchaininfo');
  const height = Number(info['blocks']) - BEHIND_BLOCKS;
  const hash = await node.call<string>('getblockhash', height);
  return (method, [first]) => {
    if (method === 'getblockchaininfo') return { ...info, blocks: height, headers: height, bestblockhash: hash };
    if (method === 'getblockcount') return height;
    if (method === 'getbestblockhash') return hash;
    if (method === 'getrawmempool') return [];
    return method === 'getblockhash' && Number(first) > height ? NOWHERE : undefined;
  };
}

export const staleNode: Fault = {
  name: 'stale-node',
  group: 'nodes',
  title: 'A node falls back by 100 blocks and stays there while a payer pays',
  needs: ['PostgreSQL', 'Litecoin Core'],
  secondsMax: 240,
  async run(lab) {
    const scene = await NodeScene.open(lab);
    const before = await scene.payOnce();
    const [asked, unpaid] = [await scene.ask(), await scene.ask()];
    scene.proxy.override = await viewBehind(scene.node);
    await scene.pay(asked);
    await scene.mine();
    await scene.untilState('delayed', 'distrusted');
    await sleep(lab.count(15_000, 1_000));
    const [old, current] = [await scene.read(before), await scene.read(asked)];
    lab.check(old.status === 'succeeded', `${before.id} is ${old.status} by a node that is behind`);
    lab.check(current.payments.length === 0, `${asked.id} is ${current.status} by a node that is behind`);
    lab.observe(`the network is ${await scene.state()}, nothing is credited and nothing is reversed`);
    scene.proxy.override = () => undefined;
    await scene.finish([before, asked], [unpaid]);
  },
};
