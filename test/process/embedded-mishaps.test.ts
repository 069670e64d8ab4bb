import { spawn } from 'node:child_process';
import { appendFile, chown, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { waitUntil } from '../support/wait-until.ts';
import {
  asAdmin,
  cleanUp,
  clusterOf,
  isAlive,
  isRoot,
  makeDataDir,
  postmastersOf,
  query,
  startMember,
  thePostmasterOf,
  untilNoPostmasterOf,
} from './embedded-support.ts';

afterEach(cleanUp);

async function untilItResponds(url: string): Promise<void> {
  await waitUntil('the server responds', async () => (await query(url, 'SELECT 1').catch(() => [])).length === 1);
}

function listenAt(server: Server, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
  });
}

/** The test inspects processes through /proc. */
describe.skipIf(process.platform !== 'linux')('the embedded PostgreSQL after failures', () => {
  it('starts again after the first start was killed', async () => {
    const dataDir = await makeDataDir();
    const first = startMember(dataDir);
    const never = expect(first.join()).rejects.toThrow(/it ended/);
    await waitUntil('the first start is initializing', async () =>
      (await readdir(dataDir).catch(() => [])).some((name) => name.startsWith('postgres-initializing-')),
    );
    await first.kill();
    await never;
    const second = startMember(dataDir);
    expect((await second.join()).started).toBe(true);
    expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'postgres-lock', 'postgres-password']);
    await second.leave();
  });

  it('survives SIGKILL of its member, and recovers from SIGKILL of all processes', async () => {
    const dataDir = await makeDataDir();
    const first = startMember(dataDir);
    const { url } = await first.join();
    const postmaster = await thePostmasterOf(dataDir);
    await first.kill();
    const second = startMember(dataDir);
    expect(await second.join()).toMatchObject({ url, started: false });
    expect(await thePostmasterOf(dataDir)).toBe(postmaster);

    await query(url, 'CREATE SCHEMA florin_data; CREATE TABLE florin_data.kept (amount int)');
    await query(url, 'INSERT INTO florin_data.kept VALUES (42)');
    const servants = await query<{ pid: number }>(
      url,
      'SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()',
    );
    await second.kill();
    for (const pid of [postmaster, ...servants.map((servant) => servant.pid)]) {
      if (await isAlive(pid)) process.kill(pid, 'SIGKILL');
    }
    const third = startMember(dataDir);
    const recovered = await third.join();
    expect(recovered.started).toBe(true);
    expect(await query(recovered.url, 'SELECT amount FROM florin_data.kept')).toEqual([{ amount: 42 }]);
    await third.leave();
  });

  it('starts despite a stale postmaster.pid, whether its process ID is unused, reused or missing', async () => {
    const dataDir = await makeDataDir();
    const member = startMember(dataDir);
    const { url } = await member.join();
    const cluster = await clusterOf(dataDir);
    const file = join(cluster, 'postmaster.pid');
    const lines = (await readFile(file, 'utf8')).split('\n');
    const { uid, gid } = await stat(cluster);
    await member.leave();
    // It runs as the cluster's account, because PostgreSQL handles other accounts itself.
    const sleeper = spawn('sleep', ['600'], isRoot ? { uid, gid } : {});
    const dead = spawn('true');
    await new Promise((resolve) => {
      dead.once('exit', resolve);
    });
    try {
      const crowd = [member, startMember(dataDir), startMember(dataDir)];
      for (const pid of [dead.pid, sleeper.pid]) {
        await writeFile(file, [String(pid), ...lines.slice(1)].join('\n'));
        await chown(file, uid, gid);
        const joined = await Promise.all(crowd.map((each) => each.join()));
        expect(joined.filter(({ started }) => started)).toHaveLength(1);
        expect(new Set(joined.map((each) => each.url))).toEqual(new Set([url]));
        expect(await postmastersOf(cluster)).toHaveLength(1);
        expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
        await Promise.all(crowd.map((each) => each.leave()));
      }
      await writeFile(file, '');
      await chown(file, uid, gid);
      expect(await member.join()).toMatchObject({ url, started: true });
      await member.leave();
      expect(sleeper.exitCode).toBe(null);
    } finally {
      sleeper.kill('SIGKILL');
    }
  });

  it('is restarted by its members on the same port when it is killed', async () => {
    const dataDir = await makeDataDir();
    const [first, second] = [startMember(dataDir), startMember(dataDir)];
    const { url } = await first.join();
    await second.join();
    process.kill(await thePostmasterOf(dataDir), 'SIGKILL');
    await untilItResponds(url);
    await thePostmasterOf(dataDir);
    // A server that is still starting refuses connections now and then. Who has connected is a member once it has the lock.
    const membersOf = () =>
      query<{ pid: number }>(
        url,
        `SELECT pid FROM pg_stat_activity JOIN pg_locks USING (pid)
         WHERE application_name = 'florin-member' AND locktype = 'advisory' AND granted`,
      ).catch((): { pid: number }[] => []);
    const before = await waitUntil('both are members again', async () => {
      const members = await membersOf();
      return members.length === 2 && members.map(({ pid }) => pid);
    });
    const restarts = () => [...first.said, ...second.said].filter((line) => line.includes('was restarted'));
    await waitUntil('one of them has said so', () => restarts().length > 0);
    expect(restarts()).toHaveLength(1);

    const endMembers = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'florin-member'`;
    await query(asAdmin(url), endMembers);
    await waitUntil('both have reconnected', async () => {
      const members = await membersOf();
      return members.length === 2 && !members.some(({ pid }) => before.includes(pid));
    });
    await first.leave();
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await second.leave();
    await untilNoPostmasterOf(dataDir);
  });

  it('leaves no server behind if a member leaves during a restart', async () => {
    const dataDir = await makeDataDir();
    const member = startMember(dataDir);
    for (const lateByMs of [0, 15, 40, 80]) {
      await member.join();
      process.kill(await thePostmasterOf(dataDir), 'SIGKILL');
      await pause(lateByMs);
      await member.leave();
      await untilNoPostmasterOf(dataDir);
    }
  });

  it('reports that its port is taken, and restarts when the port is free', async () => {
    const dataDir = await makeDataDir();
    const member = startMember(dataDir);
    const { url } = await member.join();
    const thief = createServer();
    // Paused, so that the test is faster than the member.
    member.child.kill('SIGSTOP');
    const postmaster = await thePostmasterOf(dataDir);
    process.kill(postmaster, 'SIGKILL');
    await waitUntil('the port of the server is free', () => listenAt(thief, Number(new URL(url).port)));
    member.child.kill('SIGCONT');
    await waitUntil('the member says so', () => member.said.some((line) => /another program uses its port/.test(line)));
    await new Promise((resolve) => {
      thief.close(resolve);
    });
    await untilItResponds(url);
    await member.leave();
    await untilNoPostmasterOf(dataDir);
  });

  it('fails with PostgreSQL’s log or with a clear message', async () => {
    const dataDir = await makeDataDir();
    const member = startMember(dataDir);
    await member.join();
    await member.leave();
    const cluster = await clusterOf(dataDir);

    await appendFile(join(cluster, 'postgresql.conf'), 'nonsense_setting = 1\n');
    expect(await member.joinAndFail()).toMatch(/did not start .*exit code 1[^]*nonsense_setting/);

    const password = await readFile(join(dataDir, 'postgres-password'), 'utf8');
    const conf = await readFile(join(cluster, 'postgresql.conf'), 'utf8');
    await writeFile(join(cluster, 'postgresql.conf'), conf.replace('nonsense_setting = 1\n', ''));
    await writeFile(join(dataDir, 'postgres-password'), 'another\n');
    expect(await member.joinAndFail()).toMatch(/rejected the password/);
    await untilNoPostmasterOf(dataDir);
    await rm(join(dataDir, 'postgres-password'));
    expect(await member.joinAndFail()).toMatch(/password file .* is missing/);
    await writeFile(join(dataDir, 'postgres-password'), password);

    await writeFile(join(cluster, 'PG_VERSION'), '12\n');
    expect(await member.joinAndFail()).toMatch(
      /created by PostgreSQL 12, but this version of Florin includes PostgreSQL \d+/,
    );
    await rm(join(cluster, 'PG_VERSION'));
    expect(await member.joinAndFail()).toMatch(/not empty, but contains no PostgreSQL database/);
    await writeFile(join(dataDir, 'postgres-location'), `${join(dataDir, 'lost')}\n`);
    expect(await member.joinAndFail()).toMatch(/but it is missing/);
  });
});
