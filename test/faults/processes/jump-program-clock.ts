import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../fault.ts';
import { FakeClock, JUMP_NOTICED_MS } from '../lab/fake-clock.ts';
import { Rig } from '../lab/rig.ts';

const HOUR_SECONDS = 3_600;

export const jumpProgramClock: Fault = {
  name: 'jump-program-clock',
  group: 'processes',
  title: 'The clock of API and worker jumps one hour ahead, then one hour behind, under load',
  needs: ['PostgreSQL', 'faketime'],
  secondsMax: 240,
  async run(lab) {
    const clock = new FakeClock(lab);
    const rig = await Rig.open(lab, { env: clock.env });
    const startedAt = Date.now();
    const { load } = await rig.startAll(lab.count(100, 20));
    for (const offset of [HOUR_SECONDS, -HOUR_SECONDS]) {
      clock.jumpTo(offset);
      await sleep(lab.count(JUMP_NOTICED_MS, 1_000));
      await rig.orders.untilAcknowledged(lab.count(100, 20));
    }
    await load.end();
    const wrong = await rig.sql<{ created_at: Date }>(
      `SELECT created_at FROM florin_data.payment_intents
       WHERE created_at NOT BETWEEN $1::timestamptz - interval '1 minute' AND now() + interval '1 minute'`,
      [new Date(startedAt)],
    );
    lab.check(wrong.length === 0, `${wrong.length} intents have the time of the wrong clock`);
    lab.observe('every intent has the time of the database');
    await rig.finish();
  },
};
