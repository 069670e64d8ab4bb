import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntil } from '../../support/wait-until.ts';
import type { Fault } from '../fault.ts';
import { Rig } from '../lab/rig.ts';
import { seconds } from '../lab/seconds.ts';
import { SmallDisk } from '../lab/small-disk.ts';

const DISK_MIB = 160;

export const fillDiskCreating: Fault = {
  name: 'fill-disk-creating',
  group: 'databases',
  title: 'The disk of PostgreSQL fills up under load; room is made 10 s later',
  needs: ['PostgreSQL', 'root'],
  secondsMax: 240,
  async run(lab) {
    const disk = SmallDisk.mount(lab, DISK_MIB);
    const settings = ['min_wal_size=2MB', 'max_wal_size=32MB'];
    const rig = await Rig.open(lab, { cluster: { data: disk.data, settings, initOptions: ['--wal-segsize=1'] } });
    const { load } = await rig.startAll(lab.count(100, 20));
    disk.fill();
    const before = rig.orders.unavailable;
    await waitUntil('the disk is full', () => rig.orders.unavailable > before);
    await sleep(lab.count(10_000, 2_000));
    const during = rig.orders.unavailable - before;
    const crashed = !rig.cluster.isRunning;
    disk.empty();
    // As its supervisor does.
    if (crashed) await rig.cluster.start();
    const recoveryMs = await rig.orders.untilCreated('after');
    await rig.orders.untilAcknowledged(lab.count(100, 20));
    await load.end();
    const state = crashed ? 'had ended and was started again' : 'kept running';
    lab.observe(
      `${during} answers with 503 while full; PostgreSQL ${state}; orders again after ${seconds(recoveryMs)}`,
    );
    await rig.finish();
  },
};
