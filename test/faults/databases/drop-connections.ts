import type { Fault } from '../fault.ts';
import { CuttingProxy, type Rule } from '../lab/cutting-proxy.ts';
import type { Lab } from '../lab/lab.ts';
import { Rig } from '../lab/rig.ts';

/** How many messages a connection lives at most, so that new ones are made all the time. A scan that records many payments needs hundreds. */
const MESSAGES_MAX = { api: 100, worker: 2_000 };
const CUT_AT_ONCE_PERCENT = 10;

export const dropConnections: Fault = {
  name: 'drop-connections',
  group: 'databases',
  title: 'One connection to the database in ten is cut as it opens, and every other one at a random moment',
  needs: ['PostgreSQL'],
  secondsMax: 240,
  async run(lab) {
    const rig = await Rig.open(lab);
    const proxies = [await CuttingProxy.start(rig.databaseUrl), await CuttingProxy.start(rig.databaseUrl)] as const;
    for (const proxy of proxies) lab.cleanUp.add(() => proxy.stop());
    const [forApi, forWorker] = proxies;
    // The processes start on a database that works.
    const api = await rig.startApi({ databaseUrl: forApi.urlFor(rig.databaseUrl) });
    const worker = await rig.startWorker({ databaseUrl: forWorker.urlFor(rig.databaseUrl) });
    const cuts = { count: 0 };
    forApi.rule = cutAtRandom(lab, MESSAGES_MAX.api, cuts);
    forWorker.rule = cutAtRandom(lab, MESSAGES_MAX.worker, cuts);
    const load = rig.orders.keepSending('order');
    await rig.orders.untilAcknowledged(lab.count(2_000, 100));
    await load.end();
    await rig.untilCredited();
    lab.check(api.process.exitCode === null && worker.process.exitCode === null, 'A process has ended.');
    lab.check(cuts.count > 0, 'No connection was cut.');
    lab.observe(`${cuts.count} connections cut`);
    for (const proxy of proxies) proxy.rule = () => 'pass';
    await rig.finish();
  },
};

/** The statement is lost, or it is carried out and its answer is lost. */
function cutAtRandom({ prng }: Lab, messagesMax: number, cuts: { count: number }): Rule {
  const fates = new WeakMap<object, number>();
  return (_, connection) => {
    const fate = fates.get(connection) ?? (prng.chance(CUT_AT_ONCE_PERCENT) ? 1 : prng.between(4, messagesMax));
    fates.set(connection, fate);
    if (connection.sent < fate) return 'pass';
    cuts.count += 1;
    return prng.chance(50) ? 'cut' : 'cut_at_answer';
  };
}
