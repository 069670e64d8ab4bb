import { setTimeout as sleep } from 'node:timers/promises';
import type { BitcoinNodeProcess } from '../../chains/start-bitcoin-node.ts';
import type { Fault } from '../fault.ts';
import { NodeScene, startNode } from './node-scene.ts';

/** Deeper than any reorganization that Florin follows. */
const OLD_BLOCKS = 220;
const GENESIS_OF_ANOTHER = 'ab'.repeat(32);

export const switchChain: Fault = {
  name: 'switch-chain',
  group: 'nodes',
  title:
    'After a restart, the node is on another chain: first on other blocks of the same network, then on another network',
  needs: ['PostgreSQL', 'Litecoin Core'],
  secondsMax: 300,
  async run(lab) {
    const scene = await NodeScene.open(lab);
    await scene.node.mine(OLD_BLOCKS);
    const before = await scene.payOnce();
    const [asked, unpaid] = [await scene.ask(), await scene.ask()];
    const other: BitcoinNodeProcess = await startNode(lab);
    await other.mine(OLD_BLOCKS);
    const changes: [string, () => void][] = [
      ['other blocks', () => Object.assign(scene.proxy, { target: other.url })],
      [
        'another network',
        () => {
          scene.proxy.override = (method, [height]) =>
            method === 'getblockhash' && height === 0 ? GENESIS_OF_ANOTHER : undefined;
        },
      ],
    ];
    await scene.pay(asked);
    for (const [what, change] of changes) {
      scene.proxy.state = 'closed';
      await scene.untilState('delayed');
      change();
      scene.proxy.state = 'open';
      await scene.untilState('distrusted');
      await sleep(lab.count(5_000, 1_000));
      const [old, current] = [await scene.read(before), await scene.read(asked)];
      lab.check(old.status === 'succeeded', `${what}: ${before.id} is ${old.status}`);
      lab.check(current.status !== 'succeeded', `${what}: ${asked.id} is ${current.status}`);
      lab.observe(`${what}: the network is distrusted, and nothing is credited or reversed`);
      Object.assign(scene.proxy, { target: scene.node.url, override: () => undefined });
      await scene.untilState('ok');
    }
    await scene.mine();
    await scene.finish([before, asked], [unpaid]);
  },
};
