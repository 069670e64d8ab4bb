import type { BitcoinNodeProcess } from '../../chains/start-bitcoin-node.ts';
import { waitUntil } from '../../support/wait-until.ts';
import type { Fault } from '../fault.ts';
import { NodeScene } from './node-scene.ts';

/** Gives a node every block of another one. It follows them as soon as they are the longer chain. */
async function copyBlocks(from: BitcoinNodeProcess, to: BitcoinNodeProcess): Promise<void> {
  const height = await from.call<number>('getblockcount');
  for (let at = 1; at <= height; at += 1) {
    const hash = await from.call<string>('getblockhash', at);
    await to.call('submitblock', await from.call<string>('getblock', hash, 0));
  }
  await waitUntil('both nodes agree', async () => {
    const tips = await Promise.all([from, to].map((node) => node.call<string>('getbestblockhash')));
    return tips[0] === tips[1];
  });
}

export const disagreeingNodes: Fault = {
  name: 'disagreeing-nodes',
  group: 'nodes',
  title: 'Two nodes have different blocks at one height, and take turns in being away',
  needs: ['PostgreSQL', 'Litecoin Core'],
  secondsMax: 300,
  async run(lab) {
    const scene = await NodeScene.open(lab, { nodes: 2 });
    const [first, second] = scene.nodes as [BitcoinNodeProcess, BitcoinNodeProcess];
    // The second node's own chain is as long as the first one's, so it follows only a longer one.
    await first.mine(1);
    await copyBlocks(first, second);
    const before = await scene.payOnce();
    await copyBlocks(first, second);
    const [asked, unpaid] = [await scene.ask(), await scene.ask()];
    await scene.pay(asked);
    await first.mine(1);
    await second.mine(2);
    const seen: string[] = [];
    for (let turn = 0; turn < lab.count(4, 2); turn += 1) {
      const [here, away] = turn % 2 === 0 ? [0, 1] : [1, 0];
      Object.assign(scene.proxies[away] ?? {}, { state: 'closed' });
      Object.assign(scene.proxies[here] ?? {}, { state: 'open' });
      await scene.untilReadFrom(here === 0 ? first : second);
      const { status, payments } = await scene.read(asked);
      lab.check(status !== 'succeeded', `${asked.id} has succeeded with one confirmation`);
      seen.push(`${status} (${payments[0]?.state ?? 'no payment'})`);
    }
    lab.observe(`the intent was ${seen.join(', then ')}`);
    for (const proxy of scene.proxies) proxy.state = 'open';
    await scene.mine();
    await copyBlocks(first, second);
    await scene.finish([before, asked], [unpaid]);
  },
};
