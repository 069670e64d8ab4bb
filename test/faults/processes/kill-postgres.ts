import type { Fault } from '../fault.ts';
import { Rig } from '../lab/rig.ts';
import { seconds } from '../lab/seconds.ts';

export const killPostgres: Fault = {
  name: 'kill-postgres',
  group: 'processes',
  title: 'SIGKILL of every PostgreSQL process under load, five times; PostgreSQL is started again',
  needs: ['PostgreSQL'],
  secondsMax: 240,
  async run(lab) {
    const rig = await Rig.open(lab);
    const { load } = await rig.startAll(lab.count(100, 20));
    const recoveries: string[] = [];
    for (let round = 0; round < lab.count(5, 1); round += 1) {
      await rig.cluster.kill();
      await rig.cluster.start();
      recoveries.push(seconds(await rig.orders.untilCreated(`after-${round}`)));
      await rig.orders.untilAcknowledged(lab.count(100, 20));
    }
    await load.end();
    lab.observe(`orders again after ${recoveries.join(', ')}`);
    await rig.finish();
  },
};
