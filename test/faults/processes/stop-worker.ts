import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntil } from '../../support/wait-until.ts';
import type { Fault } from '../fault.ts';
import { Rig } from '../lab/rig.ts';
import { seconds } from '../lab/seconds.ts';

export const stopWorker: Fault = {
  name: 'stop-worker',
  group: 'processes',
  title: 'SIGSTOP of the worker that holds the leases for 20 s, beside a second worker',
  needs: ['PostgreSQL'],
  secondsMax: 240,
  async run(lab) {
    const rig = await Rig.open(lab);
    const { worker, load } = await rig.startAll(lab.count(200, 20));
    await rig.startWorker();
    worker.process.kill('SIGSTOP');
    const stoppedAt = performance.now();
    const id = await waitUntil('an order is acknowledged', () => rig.orders.create('paid-meanwhile'));
    await waitUntil('it is paid', () => rig.orders.pay(id));
    await waitUntil('the second worker has credited it', async () => {
      const rows = await rig.sql<{ status: string }>(
        `SELECT status FROM florin_data.payment_intents WHERE order_id = 'paid-meanwhile'`,
      );
      return rows[0]?.status === 'succeeded';
    });
    lab.observe(`the second worker credited a payment ${seconds(performance.now() - stoppedAt)} after the stop`);
    await sleep(Math.max(0, lab.count(20_000, 7_000) - (performance.now() - stoppedAt)));
    worker.process.kill('SIGCONT');
    await rig.orders.untilAcknowledged(lab.count(200, 20));
    await load.end();
    await rig.finish();
  },
};
