import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../fault.ts';
import { Rig } from '../lab/rig.ts';
import { seconds } from '../lab/seconds.ts';

export const stopPostgres: Fault = {
  name: 'stop-postgres',
  group: 'processes',
  title: 'SIGSTOP of every PostgreSQL process for 20 s under load',
  needs: ['PostgreSQL'],
  secondsMax: 180,
  async run(lab) {
    const rig = await Rig.open(lab);
    const { load } = await rig.startAll(lab.count(200, 20));
    rig.cluster.signal('SIGSTOP');
    const before = rig.orders.acknowledged.size;
    await sleep(lab.count(20_000, 6_000));
    lab.check(await rig.isHealthy(), 'The API was not healthy while PostgreSQL was stopped.');
    const during = rig.orders.acknowledged.size - before;
    rig.cluster.signal('SIGCONT');
    const recoveryMs = await rig.orders.untilCreated('after');
    await load.end();
    lab.observe(`${during} orders acknowledged while stopped; orders again after ${seconds(recoveryMs)}`);
    await rig.finish();
  },
};
