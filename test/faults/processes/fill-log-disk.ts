import { spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { florinEnv, PROGRAM } from '../../support/server.ts';
import { waitUntil } from '../../support/wait-until.ts';
import type { Fault } from '../fault.ts';
import { Rig } from '../lab/rig.ts';

export const fillLogDisk: Fault = {
  name: 'fill-log-disk',
  group: 'processes',
  title: 'The disk that takes the log is full: every write of a log line fails',
  needs: ['PostgreSQL'],
  secondsMax: 120,
  async run(lab) {
    const rig = await Rig.open(lab, { env: { FLORIN_LOG_LEVEL: 'info' } });
    const full = openSync('/dev/full', 'w');
    const env = { ...florinEnv(rig.options()), PORT: String(rig.port) };
    const child = spawn(process.execPath, [PROGRAM, 'serve'], { env, stdio: ['ignore', full, full] });
    lab.cleanUp.add(async () => child.kill('SIGKILL'));
    await waitUntil('the API answers', () => {
      if (child.exitCode !== null) throw new Error('The server ended because it could not write its log.');
      return rig.isHealthy();
    });
    const load = rig.orders.keepSending('order');
    await rig.orders.untilAcknowledged(lab.count(500, 60));
    await load.end();
    await rig.finish();
    lab.check(
      child.exitCode === null && child.signalCode === null,
      'The server ended because it could not write its log.',
    );
    lab.observe('both roles kept working without a log');
  },
};
