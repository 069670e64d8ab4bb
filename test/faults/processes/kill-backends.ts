import type { Fault } from '../fault.ts';
import { Rig } from '../lab/rig.ts';
import { seconds } from '../lab/seconds.ts';

export const killBackends: Fault = {
  name: 'kill-backends',
  group: 'processes',
  title: 'SIGKILL of one PostgreSQL backend under load, five times; PostgreSQL recovers from a crash each time',
  needs: ['PostgreSQL'],
  secondsMax: 240,
  async run(lab) {
    const rig = await Rig.open(lab);
    const { load } = await rig.startAll(lab.count(100, 20));
    const recoveries: string[] = [];
    for (let round = 0; round < lab.count(5, 1); round += 1) {
      const [backend] = await rig.sql<{ pid: number }>(
        `SELECT pid FROM pg_stat_activity WHERE application_name = $1 ORDER BY backend_start LIMIT 1`,
        [round % 2 === 0 ? 'florin-writer' : 'florin'],
      );
      if (!backend) throw new Error('No connection was found.');
      process.kill(backend.pid, 'SIGKILL');
      recoveries.push(seconds(await rig.orders.untilCreated(`after-${round}`)));
      await rig.orders.untilAcknowledged(lab.count(100, 20));
    }
    await load.end();
    lab.check(rig.cluster.log().includes('terminated by signal 9'), 'PostgreSQL has not noticed a killed backend.');
    lab.observe(`orders again after ${recoveries.join(', ')}`);
    await rig.finish();
  },
};
