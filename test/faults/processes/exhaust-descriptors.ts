import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../fault.ts';
import { Rig } from '../lab/rig.ts';
import { seconds } from '../lab/seconds.ts';

const NORMAL = 4_096;
const SOCKETS = 200;

/** Only the soft limit, which everybody may raise again. */
const limit = (pid: number, count: number) =>
  execFileSync('prlimit', ['--pid', String(pid), `--nofile=${count}:`], { stdio: 'pipe' });

export const exhaustDescriptors: Fault = {
  name: 'exhaust-descriptors',
  group: 'processes',
  title: 'API and worker may open no further file for 10 s, while their database connections are ended',
  needs: ['PostgreSQL', 'prlimit'],
  secondsMax: 180,
  async run(lab) {
    const rig = await Rig.open(lab);
    const { api, worker, load } = await rig.startAll(lab.count(200, 20));
    const pids = [api.process.pid ?? 0, worker.process.pid ?? 0];
    for (const pid of pids) limit(pid, readdirSync(`/proc/${pid}/fd`).length);
    const sockets: Socket[] = [];
    lab.cleanUp.add(async () => sockets.forEach((socket) => socket.destroy()));
    for (let count = 0; count < SOCKETS; count += 1)
      sockets.push(connect(rig.port, '127.0.0.1').on('error', () => undefined));
    await rig.sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'florin%'`);
    await sleep(lab.count(10_000, 3_000));
    const { unavailable, lost } = rig.orders;
    for (const socket of sockets) socket.destroy();
    for (const pid of pids) limit(pid, NORMAL);
    const recoveryMs = await rig.orders.untilCreated('after');
    await rig.orders.untilAcknowledged(lab.count(200, 20));
    await load.end();
    lab.check(api.process.exitCode === null && worker.process.exitCode === null, 'A process has ended.');
    lab.check(unavailable + lost > 0, 'The limit had no effect.');
    lab.observe(
      `${unavailable} answers with 503, ${lost} without one meanwhile; orders again after ${seconds(recoveryMs)}`,
    );
    await rig.finish();
  },
};
