import { waitUntil } from '../../support/wait-until.ts';
import type { Fault } from '../fault.ts';
import { CuttingProxy, type Verdict } from '../lab/cutting-proxy.ts';
import { Rig } from '../lab/rig.ts';
import { seconds } from '../lab/seconds.ts';

const isBatch = (bytes: Buffer, opening: string) =>
  opening.includes('florin-writer') && /^[PB]/.test(bytes.toString('latin1'));

export const swallowStatements: Fault = {
  name: 'swallow-statements',
  group: 'databases',
  title: 'The network to the database goes silent in the middle of a statement, of its answer, and of a transaction',
  needs: ['PostgreSQL'],
  secondsMax: 240,
  async run(lab) {
    const rig = await Rig.open(lab);
    const proxy = await CuttingProxy.start(rig.databaseUrl);
    lab.cleanUp.add(() => proxy.stop());
    const databaseUrl = proxy.urlFor(rig.databaseUrl);
    await rig.startApi({ databaseUrl });
    await rig.startWorker({ databaseUrl });
    const load = rig.orders.keepSending('order');
    await rig.orders.untilAcknowledged(lab.count(100, 20));
    const verdicts: Verdict[] = ['black_hole', 'swallow_answer'];
    for (let round = 0; round < lab.count(6, 2); round += 1) {
      const verdict = verdicts[round % verdicts.length] ?? 'black_hole';
      let hits = 0;
      proxy.rule = (bytes, { opening, transaction }) => {
        const isPayment = bytes.includes('florin_data.payments') && transaction.includes('BEGIN');
        if (hits >= 3 || !(isBatch(bytes, opening) || isPayment)) return 'pass';
        hits += 1;
        return verdict;
      };
      await waitUntil('statements are swallowed', () => hits > 0);
      const recoveryMs = await rig.orders.untilCreated(`after-${round}`);
      lab.observe(`${verdict.replace('_', ' ')}: orders again after ${seconds(recoveryMs)}`);
      await rig.orders.untilAcknowledged(lab.count(100, 20));
    }
    proxy.rule = () => 'pass';
    await load.end();
    await rig.finish();
  },
};
