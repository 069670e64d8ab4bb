import type { Fault } from '../fault.ts';
import { CuttingProxy } from '../lab/cutting-proxy.ts';
import { Rig } from '../lab/rig.ts';

/** No connection lives longer than this many messages, so that new ones are made all the time. */
const MESSAGES_MAX = 100;

export const dropConnections: Fault = {
  name: 'drop-connections',
  group: 'databases',
  title: 'One connection to the database in ten is cut as it opens, and every other one at a random moment',
  needs: ['PostgreSQL'],
  secondsMax: 240,
  async run(lab) {
    const rig = await Rig.open(lab);
    const proxy = await CuttingProxy.start(rig.databaseUrl);
    lab.cleanUp.add(() => proxy.stop());
    // The processes start on a database that works.
    const databaseUrl = proxy.urlFor(rig.databaseUrl);
    const [api, worker] = [await rig.startApi({ databaseUrl }), await rig.startWorker({ databaseUrl })];
    const fates = new WeakMap<object, number>();
    let cut = 0;
    proxy.rule = (_, connection) => {
      const fate = fates.get(connection) ?? (lab.prng.chance(10) ? 1 : lab.prng.between(4, MESSAGES_MAX));
      fates.set(connection, fate);
      if (connection.sent < fate) return 'pass';
      cut += 1;
      // The statement is lost, or it is carried out and its answer is lost.
      return lab.prng.chance(50) ? 'cut' : 'cut_at_answer';
    };
    const load = rig.orders.keepSending('order');
    await rig.orders.untilAcknowledged(lab.count(2_000, 100));
    await load.end();
    await rig.untilCredited();
    lab.check(api.process.exitCode === null && worker.process.exitCode === null, 'A process has ended.');
    lab.check(cut > 0, 'No connection was cut.');
    lab.observe(`${cut} connections cut`);
    proxy.rule = () => 'pass';
    await rig.finish();
  },
};
