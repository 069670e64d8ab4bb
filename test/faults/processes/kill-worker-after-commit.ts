import { waitUntil } from '../../support/wait-until.ts';
import type { Fault } from '../fault.ts';
import { CuttingProxy } from '../lab/cutting-proxy.ts';
import { Rig } from '../lab/rig.ts';

export const killWorkerAfterCommit: Fault = {
  name: 'kill-worker-after-commit',
  group: 'processes',
  title: 'SIGKILL of the worker after PostgreSQL has committed a payment and before the worker knows it',
  needs: ['PostgreSQL'],
  secondsMax: 300,
  async run(lab) {
    const rig = await Rig.open(lab);
    await rig.startApi();
    const proxy = await CuttingProxy.start(rig.databaseUrl);
    lab.cleanUp.add(() => proxy.stop());
    const rounds = lab.count(6, 1);
    for (let round = 0; round < rounds; round += 1) {
      let swallowed = false;
      proxy.rule = (bytes, { transaction }) => {
        const hit = bytes.includes('COMMIT') && transaction.includes('florin_data.payments');
        swallowed ||= hit;
        return hit ? 'swallow_answer' : 'pass';
      };
      const worker = await rig.startWorker({ databaseUrl: proxy.urlFor(rig.databaseUrl) });
      const id = await waitUntil('an order is acknowledged', () => rig.orders.create(`hit-${round}`));
      await waitUntil('it is paid', () => rig.orders.pay(id));
      await waitUntil('the payment is committed', async () => {
        const rows = await rig.sql(
          `SELECT FROM florin_data.payments p JOIN florin_data.payment_intents i ON i.id = p.intent_id
           WHERE i.order_id = $1`,
          [`hit-${round}`],
        );
        return swallowed && rows.length > 0;
      });
      await worker.kill();
      const after = await rig.startWorker();
      await rig.untilCredited();
      await after.kill();
    }
    lab.observe(`${rounds} workers were killed while the answer to their COMMIT was under way`);
    await rig.startWorker();
    await rig.finish();
  },
};
