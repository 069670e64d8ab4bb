import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../fault.ts';
import { FakeClock } from '../lab/fake-clock.ts';
import { seconds } from '../lab/seconds.ts';
import { NodeScene } from './node-scene.ts';

const HOUR_SECONDS = 3_600;
/** The clock is compared with the database's every 30 s. */
const WAIT_MS = 35_000;

export const nodeAway: Fault = {
  name: 'node-away',
  group: 'nodes',
  title: 'The only node is away for an hour, by the database’s clock, while a payer pays and the intent expires',
  needs: ['PostgreSQL', 'Litecoin Core', 'faketime'],
  secondsMax: 300,
  async run(lab) {
    const clock = new FakeClock(lab);
    const scene = await NodeScene.open(lab, { cluster: { env: clock.env } });
    const before = await scene.payOnce();
    const asked = await scene.ask();
    scene.proxy.state = 'closed';
    await scene.pay(asked);
    await scene.mine();
    await scene.untilState('delayed');
    clock.jumpTo(HOUR_SECONDS + 60);
    await sleep(WAIT_MS);
    const { status, payments } = await scene.read(asked);
    lab.check(
      payments.length === 0 && status !== 'expired',
      `${asked.id} is ${status}, though nobody could see a payment`,
    );
    lab.observe(`after the hour the intent is ${status}`);
    scene.proxy.state = 'open';
    const backAt = performance.now();
    await scene.untilPaid(asked);
    lab.observe(`paid ${seconds(performance.now() - backAt)} after the node was back`);
    await scene.finish([before, asked]);
  },
};
