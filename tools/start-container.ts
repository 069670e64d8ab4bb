import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

const READY_MS_MAX = 60_000;
const STOP_MS_MAX = 30_000;

/** What an image says about its processes, and the folder that its files are in. */
export interface Image {
  root: string;
  user: string;
  env: readonly string[];
  command: readonly string[];
  workingDir: string;
  volume: string;
  healthCheck: readonly string[];
}

export interface Container {
  url: string;
  readyMs: number;
  /** Runs a command beside the server, as the same account and with the same environment. */
  exec(command: readonly string[]): Promise<string>;
  /** Sends SIGTERM to process 1. */
  stop(): Promise<{ code: number | null; ms: number }>;
}

/**
 * Prepares what an engine prepares: separate processes and mounts, a read-only root, and a few devices. Only the volume, /tmp
 * and /dev/shm can be written. The network is that of this machine. The last command replaces the shell, so it is process 1.
 */
const PREPARE = `
set -eu
mount --make-rprivate /
mount --bind "$ROOT" "$ROOT"
mount -t proc proc "$ROOT/proc"
mount -t tmpfs -o mode=1777 tmpfs "$ROOT/tmp"
mount -t tmpfs -o mode=755 tmpfs "$ROOT/dev"
for device in full null random urandom zero; do
  : > "$ROOT/dev/$device"
  mount --bind "/dev/$device" "$ROOT/dev/$device"
done
mkdir "$ROOT/dev/shm"
mount -t tmpfs -o mode=1777 tmpfs "$ROOT/dev/shm"
mount --bind "$DATA" "$ROOT$VOLUME"
mount -o remount,bind,ro "$ROOT"
exec setpriv --no-new-privs chroot --userspec="$ACCOUNT" --groups= "$ROOT" "$@"
`;

/** An empty folder that the image's account owns. */
export async function createVolume({ user }: Image): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'florin-volume-'));
  const [uid, gid] = user.split(':').map(Number);
  await chown(folder, uid ?? 0, gid ?? 0);
  return folder;
}

/** Starts an image on a volume without a container engine, and waits until it is ready. Only root can do this. */
export async function startContainer(
  image: Image,
  volume: string,
  env: Record<string, string> = {},
): Promise<Container> {
  const port = await freePort();
  // The containers share the network of the machine, so each needs its own ports.
  const ports = { PORT: String(port), FLORIN_METRICS_PORT: String(await freePort()) };
  const given = Object.entries({ HOST: '127.0.0.1', ...ports, ...env }).map(([name, value]) => `${name}=${value}`);
  const within = ['env', '-i', '-C', image.workingDir, ...image.env, ...given];
  const startedAtMs = performance.now();
  const child = spawn(
    'unshare',
    ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', PREPARE, 'sh', ...within, ...image.command],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, ROOT: image.root, DATA: volume, VOLUME: image.volume, ACCOUNT: image.user },
    },
  );
  const closed = once(child, 'exit');
  // No container outlives a trial that fails.
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  void closed.then(() => process.off('exit', end));
  const url = `http://127.0.0.1:${port}`;
  try {
    await waitUntilReady(url, () => child.exitCode ?? child.signalCode);
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
  const readyMs = performance.now() - startedAtMs;
  const first = (await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')).trim();
  const [uid = '', gid = ''] = image.user.split(':');
  return {
    url,
    readyMs,
    async exec(command) {
      const enter = ['--target', first, '--mount', '--pid', '--root', '--setuid', uid, '--setgid', gid];
      const { stdout } = await run('nsenter', [...enter, '--', ...within, ...command]);
      return stdout;
    },
    async stop() {
      const stoppedAtMs = performance.now();
      process.kill(Number(first), 'SIGTERM');
      const force = setTimeout(() => child.kill('SIGKILL'), STOP_MS_MAX);
      const [code] = (await closed) as [number | null];
      clearTimeout(force);
      return { code, ms: performance.now() - stoppedAtMs };
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function waitUntilReady(url: string, ended: () => number | string | null): Promise<void> {
  const endAtMs = performance.now() + READY_MS_MAX;
  while (performance.now() < endAtMs) {
    if (ended() !== null) throw new Error(`The container ended before it was ready (${ended()}).`);
    const response = await fetch(`${url}/readyz`).catch(() => undefined);
    if (response?.ok) return;
    await sleep(20);
  }
  throw new Error(`The container was not ready after ${READY_MS_MAX / 1_000} s.`);
}
