import type { Fault } from '../fault.ts';
import { Rig } from '../lab/rig.ts';
import { seconds } from '../lab/seconds.ts';

export const killApi: Fault = {
  name: 'kill-api',
  group: 'processes',
  title: 'SIGKILL of the API under load, ten times; it is started again',
  needs: ['PostgreSQL'],
  secondsMax: 240,
  async run(lab) {
    const rig = await Rig.open(lab);
    let { api, load } = await rig.startAll(lab.count(100, 20));
    const recoveries: string[] = [];
    for (let round = 0; round < lab.count(10, 2); round += 1) {
      await api.stop('SIGKILL');
      const killedAt = performance.now();
      api = await rig.startApi();
      await rig.orders.untilCreated(`after-${round}`);
      recoveries.push(seconds(performance.now() - killedAt));
      await rig.orders.untilAcknowledged(lab.count(100, 20));
    }
    await load.end();
    lab.observe(`orders again, including the start, after ${recoveries.join(', ')}`);
    await rig.finish();
  },
};
