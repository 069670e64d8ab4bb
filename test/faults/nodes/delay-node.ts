import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntil } from '../../support/wait-until.ts';
import type { Fault } from '../fault.ts';
import { seconds } from '../lab/seconds.ts';
import { NodeScene } from './node-scene.ts';

/** Just below the time after which Florin gives up on a call. */
const DELAY_MS = 9_000;

export const delayNode: Fault = {
  name: 'delay-node',
  group: 'nodes',
  title: 'A node answers every call after 9 s, beside two workers whose leases are shorter than one scan',
  needs: ['PostgreSQL', 'Litecoin Core'],
  secondsMax: 420,
  async run(lab) {
    const scene = await NodeScene.open(lab, { workers: 2 });
    const before = await scene.payOnce();
    const [asked, unpaid] = [await scene.ask(), await scene.ask()];
    const { respond } = scene.proxy;
    scene.proxy.respond = async (response, text) => {
      await sleep(DELAY_MS, undefined, { ref: false });
      response.end(text);
    };
    const startedAt = performance.now();
    await scene.pay(asked);
    await scene.node.mine(1);
    // One scan makes half a dozen calls, and the one that is under way may have begun before the payment.
    const isSeen = async () => (await scene.read(asked)).payments.length > 0;
    await waitUntil('the payment is seen', isSeen).catch(() => waitUntil('the payment is seen at last', isSeen));
    lab.observe(`a payment was seen after ${seconds(performance.now() - startedAt)}`);
    scene.proxy.respond = respond;
    await scene.mine();
    await scene.finish([before, asked], [unpaid]);
  },
};
