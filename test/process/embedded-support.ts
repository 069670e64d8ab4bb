import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { waitUntil } from '../support/wait-until.ts';

interface Event {
  event: 'joined' | 'left' | 'said' | 'failed';
  url?: string;
  started?: boolean;
  message?: string;
  line?: string;
}

interface MemberOptions {
  uid?: number;
  gid?: number;
  script?: string;
  /** A program and arguments that run the rest as their command. */
  wrapper?: string[];
  answerPatienceMs?: number;
}

interface Joined {
  url: string;
  started: boolean;
}

interface MemberProcess {
  child: ChildProcess;
  said: string[];
  /** Settles when the process has ended. */
  ended: Promise<void>;
  join(): Promise<Joined>;
  joinAndFail(): Promise<string>;
  leave(): Promise<void>;
  /** Ends the input without leaving. Resolves when the process has exited. */
  walkAway(): Promise<void>;
  kill(): Promise<void>;
}

const memberScript = fileURLToPath(new URL('./embedded-member.ts', import.meta.url));
const members: MemberProcess[] = [];
const dataDirs: string[] = [];
const folders: string[] = [];

export const isRoot = process.getuid?.() === 0;

/** A new folder that everyone can enter, or only its owner. */
export async function makeFolder(mode = 0o755): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'florin-embedded-'));
  await chmod(folder, mode);
  folders.push(folder);
  return folder;
}

export async function makeDataDir(mode?: number): Promise<string> {
  const dataDir = join(await makeFolder(mode), 'data');
  dataDirs.push(dataDir);
  return dataDir;
}

export async function clusterOf(dataDir: string): Promise<string> {
  const location = await readFile(join(dataDir, 'postgres-location'), 'utf8').catch(() => undefined);
  return location?.trim() ?? join(dataDir, 'postgres');
}

export function startMember(dataDir: string, options: MemberOptions = {}): MemberProcess {
  const { uid, gid, script = memberScript, wrapper = [], answerPatienceMs } = options;
  const patience = answerPatienceMs === undefined ? [] : [String(answerPatienceMs)];
  const [program = '', ...args] = [...wrapper, process.execPath, script, dataDir, ...patience];
  const child = spawn(program, args, {
    cwd: '/',
    stdio: ['pipe', 'pipe', 'inherit'],
    ...(uid !== undefined && { uid }),
    ...(gid !== undefined && { gid }),
  });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  const said: string[] = [];
  const waiting: ((event: Event | undefined) => void)[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    const event = JSON.parse(line) as Event;
    if (event.event === 'said') said.push(event.line ?? '');
    else waiting.shift()?.(event);
  });
  void ended.then(() => waiting.splice(0).forEach((settle) => settle(undefined)));

  async function command(line: string, expected: Event['event']): Promise<Event> {
    const answer = new Promise<Event | undefined>((resolve) => {
      waiting.push(resolve);
    });
    child.stdin.write(`${line}\n`);
    const event = await answer;
    if (event?.event === expected) return event;
    throw new Error(`The member failed to ${line}: ${event?.message ?? JSON.stringify(event) ?? 'it ended'}`);
  }

  const member: MemberProcess = {
    child,
    said,
    ended,
    async join() {
      const { url = '', started = false } = await command('join', 'joined');
      return { url, started };
    },
    joinAndFail: async () => (await command('join', 'failed')).message ?? '',
    async leave() {
      await command('leave', 'left');
    },
    async walkAway() {
      child.stdin.end();
      await ended;
    },
    async kill() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      await ended;
    },
  };
  members.push(member);
  return member;
}

/** The URL of the superuser, for what the program itself may not do. */
export const asAdmin = (url: string): string => url.replace('//florin_server:', '//florin:');

export async function query<Row extends object>(url: string, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 60_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

export async function setting(url: string, name: string): Promise<string | undefined> {
  const [row] = await query<Record<string, string>>(url, `SHOW ${name}`);
  return row?.[name];
}

/** All servers that run on a cluster, found by their command line and not by the file under test. */
export async function postmastersOf(folder: string): Promise<number[]> {
  const parents = new Map<number, number>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const line = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '');
    if (!line.includes(`\0-D\0${folder}\0-p\0`)) continue;
    const status = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    parents.set(Number(name), Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1]));
  }
  // A process that a postmaster has just forked still has its command line.
  return [...parents].filter(([, parent]) => !parents.has(parent)).map(([pid]) => pid);
}

export async function thePostmasterOf(dataDir: string): Promise<number> {
  const pids = await postmastersOf(await clusterOf(dataDir));
  if (pids.length !== 1 || pids[0] === undefined) throw new Error(`There are ${pids.length} postmasters.`);
  return pids[0];
}

/** A process forked by a killed postmaster keeps its command line for a moment; a real server stays. */
export async function untilNoPostmasterOf(dataDir: string): Promise<void> {
  const cluster = await clusterOf(dataDir);
  await waitUntil(`no server is left on ${cluster}`, async () => (await postmastersOf(cluster)).length === 0);
}

/** A process that has ended counts as dead, even if its parent has not reaped it. */
export async function isAlive(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return status !== '' && status.slice(status.lastIndexOf(')') + 2)[0] !== 'Z';
}

/** Cleans up after a test: members, servers and folders. */
export async function cleanUp(): Promise<void> {
  for (const member of members.splice(0)) await member.kill();
  for (const dataDir of dataDirs.splice(0)) {
    const cluster = await clusterOf(dataDir);
    for (const pid of await postmastersOf(cluster)) {
      process.kill(pid, 'SIGQUIT');
      await waitUntil(`the postmaster ${pid} has ended`, async () => !(await isAlive(pid)));
    }
    if (dirname(cluster) === '/var/lib/florin') await rm(cluster, { recursive: true, force: true });
  }
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
}
