import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntil } from '../../support/wait-until.ts';
import type { Fault } from '../fault.ts';
import { Rig } from '../lab/rig.ts';
import { seconds } from '../lab/seconds.ts';
import { SmallDisk } from '../lab/small-disk.ts';

const DISK_MIB = 256;

export const becomeReadOnly: Fault = {
  name: 'become-read-only',
  group: 'databases',
  title: 'The file system of PostgreSQL becomes read-only after an error under load; it is checked and mounted again',
  needs: ['PostgreSQL', 'root', 'ext4'],
  secondsMax: 240,
  async run(lab) {
    const disk = SmallDisk.mountExt4(lab, DISK_MIB);
    const rig = await Rig.open(lab, { cluster: { data: disk.data, initOptions: ['--wal-segsize=1'] } });
    const { load } = await rig.startAll(lab.count(100, 20));
    disk.makeReadOnly();
    const before = rig.orders.unavailable;
    await waitUntil('orders fail', () => rig.orders.unavailable > before);
    await sleep(lab.count(10_000, 2_000));
    const during = rig.orders.unavailable - before;
    await rig.cluster.kill();
    disk.makeWritable();
    await rig.cluster.start();
    const recoveryMs = await rig.orders.untilCreated('after');
    await rig.orders.untilAcknowledged(lab.count(100, 20));
    await load.end();
    lab.observe(`${during} answers with 503 while read-only; orders again after ${seconds(recoveryMs)}`);
    await rig.finish();
  },
};
