import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntil } from '../../support/wait-until.ts';
import type { Fault } from '../fault.ts';
import { Rig } from '../lab/rig.ts';
import { seconds } from '../lab/seconds.ts';

export const stopApi: Fault = {
  name: 'stop-api',
  group: 'processes',
  title: 'SIGSTOP of the API for 20 s under load; payments keep coming',
  needs: ['PostgreSQL'],
  secondsMax: 180,
  async run(lab) {
    const rig = await Rig.open(lab);
    const { api, load } = await rig.startAll(lab.count(200, 20));
    const id = await waitUntil('an order is acknowledged', () => rig.orders.create('paid-before'));
    await waitUntil('it is paid', () => rig.orders.pay(id));
    api.process.kill('SIGSTOP');
    const stoppedAt = performance.now();
    await rig.untilCredited();
    lab.observe(`payments credited ${seconds(performance.now() - stoppedAt)} after the API was stopped`);
    await sleep(Math.max(0, lab.count(20_000, 6_000) - (performance.now() - stoppedAt)));
    api.process.kill('SIGCONT');
    const recoveryMs = await rig.orders.untilCreated('after');
    await load.end();
    lab.observe(`orders again after ${seconds(recoveryMs)}`);
    await rig.finish();
  },
};
