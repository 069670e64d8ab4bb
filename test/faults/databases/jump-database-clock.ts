import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../fault.ts';
import { FakeClock, JUMP_NOTICED_MS } from '../lab/fake-clock.ts';
import { Rig } from '../lab/rig.ts';
import { seconds } from '../lab/seconds.ts';

const HOUR_SECONDS = 3_600;

export const jumpDatabaseClock: Fault = {
  name: 'jump-database-clock',
  group: 'databases',
  title: 'The clock of PostgreSQL jumps one hour ahead, then to one hour behind while the worker is killed',
  needs: ['PostgreSQL', 'faketime'],
  secondsMax: 300,
  async run(lab) {
    const clock = new FakeClock(lab);
    const rig = await Rig.open(lab, { cluster: { env: clock.env } });
    const { worker, load } = await rig.startAll(lab.count(100, 20));
    await rig.orders.create('expires-in-an-hour', { expires_in: HOUR_SECONDS });
    clock.jumpTo(HOUR_SECONDS + 60);
    await sleep(JUMP_NOTICED_MS);
    await rig.orders.untilAcknowledged(lab.count(100, 20));
    // Blocks of the simulated network follow the clock, so nothing may be on its way there when time goes back.
    await load.end();
    await rig.untilCredited();
    const [row] = await rig.sql<{ status: string }>(
      `SELECT status FROM florin_data.payment_intents WHERE order_id = 'expires-in-an-hour'`,
    );
    lab.observe(`an intent of one hour is ${row?.status} after the jump ahead`);
    await worker.kill();
    clock.jumpTo(-HOUR_SECONDS);
    await sleep(JUMP_NOTICED_MS);
    // The lease of the old worker ends two hours from now.
    await rig.startWorker();
    const startedAt = performance.now();
    const later = rig.orders.keepSending('later');
    await rig.orders.untilAcknowledged(lab.count(100, 20));
    await later.end();
    await rig.untilCredited();
    lab.observe(
      `behind by an hour, a new worker has credited everything after ${seconds(performance.now() - startedAt)}`,
    );
    await rig.finish();
  },
};
