import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../fault.ts';
import { Rig } from '../lab/rig.ts';

export const killWorker: Fault = {
  name: 'kill-worker',
  group: 'processes',
  title: 'SIGKILL of the worker under load at a random moment, eight times; it is started again',
  needs: ['PostgreSQL'],
  secondsMax: 300,
  async run(lab) {
    const rig = await Rig.open(lab);
    let { worker, load } = await rig.startAll(lab.count(100, 20));
    const rounds = lab.count(8, 1);
    for (let round = 0; round < rounds; round += 1) {
      // The lease of a worker that died lasts six seconds.
      await sleep(lab.prng.between(6_000, 8_000));
      await worker.kill();
      worker = await rig.startWorker();
    }
    await load.end();
    lab.observe(`${rounds} workers killed`);
    await rig.finish();
  },
};
