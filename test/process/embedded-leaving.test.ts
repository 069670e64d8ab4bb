import { readFile } from 'node:fs/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { waitUntil } from '../support/wait-until.ts';
import {
  cleanUp,
  clusterOf,
  isAlive,
  makeDataDir,
  postmastersOf,
  query,
  startMember,
  thePostmasterOf,
  untilNoPostmasterOf,
} from './embedded-support.ts';

afterEach(cleanUp);

/** What the server's own file says: its process, and whether it is ready. A dying server has no file. */
async function readPidFile(cluster: string): Promise<{ pid: number | undefined; isReady: boolean }> {
  const text = await readFile(`${cluster}/postmaster.pid`, 'utf8').catch(() => '');
  return { pid: Number.parseInt(text, 10) || undefined, isReady: /^ready/m.test(text) };
}

/** Whether a connection waits at a port that its server, which is stopped, does not answer. */
async function isKnockedAt(port: string): Promise<boolean> {
  const local = `:${Number(port).toString(16).toUpperCase().padStart(4, '0')}`;
  const rows = (await readFile('/proc/net/tcp', 'utf8')).split('\n').map((line) => line.trim().split(/\s+/));
  return rows.some(
    ([, from, , state, queues]) => from?.endsWith(local) && state === '01' && !queues?.endsWith(':00000000'),
  );
}

/** The process of the server that serves the connection of its only member. */
async function servantOf(url: string): Promise<number> {
  const [servant] = await query<{ pid: number }>(
    url,
    `SELECT pid FROM pg_stat_activity WHERE application_name = 'florin-member'`,
  );
  return servant?.pid ?? expect.fail('The server has no member.');
}

/** The test inspects processes through /proc. */
describe.skipIf(process.platform !== 'linux')('a member that leaves the embedded PostgreSQL', () => {
  it('stops the server that it was starting, even if that responds slowly', async () => {
    const dataDir = await makeDataDir();
    const cluster = await clusterOf(dataDir);
    const member = startMember(dataDir);
    const { url } = await member.join();
    const killed = await thePostmasterOf(dataDir);
    process.kill(killed, 'SIGKILL');
    const next = await waitUntil('the member starts another server', async () => {
      const { pid } = await readPidFile(cluster);
      return pid !== undefined && pid !== killed && pid;
    });
    // From here on the server is faster than the member, and then says nothing to it.
    member.child.kill('SIGSTOP');
    await waitUntil('the server is ready', async () => (await readPidFile(cluster)).isReady);
    process.kill(next, 'SIGSTOP');
    member.child.kill('SIGCONT');
    await waitUntil('the member asks the server', () => isKnockedAt(new URL(url).port));
    const leaving = member.leave();
    await waitUntil('the member waits for an answer', () => member.said.some((line) => line.startsWith('Waiting for')));
    process.kill(next, 'SIGCONT');
    await leaving;
    await untilNoPostmasterOf(dataDir);
  });

  it('leaves a server that does not answer at all to the next one, and says so', async () => {
    const dataDir = await makeDataDir();
    const member = startMember(dataDir, { answerPatienceMs: 200 });
    const { url } = await member.join();
    const servant = await servantOf(url);
    process.kill(servant, 'SIGSTOP');
    await member.leave();
    expect(member.said.join()).toMatch(/did not answer within 0.2 seconds and was left running/);
    await member.kill();
    process.kill(servant, 'SIGCONT');
    await waitUntil('the membership of the first has ended', async () => !(await isAlive(servant)));
    const next = startMember(dataDir);
    expect(await next.join()).toMatchObject({ url, started: false });
    await next.leave();
    await untilNoPostmasterOf(dataDir);
  });

  it('stops a server that is just recovering from a crash', async () => {
    const dataDir = await makeDataDir();
    const member = startMember(dataDir);
    for (let round = 0; round < 5; round += 1) {
      const { url } = await member.join();
      process.kill(await servantOf(url), 'SIGKILL');
      await member.leave();
      await untilNoPostmasterOf(dataDir);
    }
  });

  it('by a signal stops the server that it is just starting', async () => {
    const dataDir = await makeDataDir();
    const first = startMember(dataDir);
    await first.join();
    await first.leave();
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      const member = startMember(dataDir);
      // The server may just have been joined when the signal comes.
      const joining = member.join().catch(() => undefined);
      await waitUntil('a server starts', async () => (await postmastersOf(await clusterOf(dataDir))).length > 0);
      member.child.kill(signal);
      await Promise.all([joining, member.ended]);
      expect(member.child.signalCode).toBe(signal);
      await untilNoPostmasterOf(dataDir);
    }
  });

  it('by a signal stops the server if it was the last', async () => {
    const dataDir = await makeDataDir();
    const [first, second] = [startMember(dataDir), startMember(dataDir)];
    const { url } = await first.join();
    await second.join();
    const end = async (member: typeof first) => {
      member.child.kill('SIGTERM');
      await member.ended;
      expect(member.child.signalCode).toBe('SIGTERM');
    };
    await end(first);
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await end(second);
    await untilNoPostmasterOf(dataDir);
  });
});
