import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../fault.ts';
import { Rig } from '../lab/rig.ts';
import { seconds } from '../lab/seconds.ts';

export const refuseWrites: Fault = {
  name: 'refuse-writes',
  group: 'databases',
  title: 'PostgreSQL answers and takes no writes for 10 s, as after a failover to a standby',
  needs: ['PostgreSQL'],
  secondsMax: 180,
  async run(lab) {
    const rig = await Rig.open(lab);
    const { load } = await rig.startAll(lab.count(100, 20));
    const set = async (value: string) => {
      await rig.sql(`ALTER SYSTEM SET default_transaction_read_only = ${value}`);
      await rig.sql('SELECT pg_reload_conf()');
    };
    await set('on');
    const before = rig.orders.unavailable;
    await sleep(lab.count(10_000, 3_000));
    const during = rig.orders.unavailable - before;
    await set('off');
    const recoveryMs = await rig.orders.untilCreated('after');
    await rig.orders.untilAcknowledged(lab.count(100, 20));
    await load.end();
    lab.check(during > 0, 'No order was answered with 503.');
    lab.observe(`${during} answers with 503 meanwhile; orders again after ${seconds(recoveryMs)}`);
    await rig.finish();
  },
};
