import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { CleanUp } from './clean-up.ts';
import { findPort } from './find-port.ts';

export const PROGRAM = join(import.meta.dirname, '../bin/florin.js');
const SECRET = 'a-secret-for-the-benchmark-only-32';
const START_MS_MAX = 30_000;
/** High enough that no request is rejected, while the rate limiter stays active. */
const RATE = '1000000';

export interface Server {
  baseUrl: string;
  pid: number;
  stop(): Promise<void>;
}

export interface Keys {
  merchant_id: string;
  public_key: string;
  private_key: string;
}

export interface Place {
  folder: string;
  name: string;
  databaseUrl: string;
}

/** The server gets only these variables, so that the caller’s shell does not change the results. */
export function environment({ folder, name, databaseUrl }: Place): NodeJS.ProcessEnv {
  const { PATH, HOME, NODE_OPTIONS } = process.env;
  return {
    PATH,
    HOME,
    ...(NODE_OPTIONS === undefined ? {} : { NODE_OPTIONS }),
    DATABASE_URL: databaseUrl,
    FLORIN_SECRET: SECRET,
    FLORIN_DATA_DIR: join(folder, name),
    FLORIN_RATE_CREATE: RATE,
    FLORIN_RATE_READ: RATE,
    FLORIN_RATE_VISITOR: RATE,
  };
}

/** Starts the service in a separate process with its log in a file. Resolves when it responds. */
export function startService(
  place: Place,
  env: Record<string, string>,
  cleanUp: CleanUp,
  signal: AbortSignal,
): Promise<Server> {
  return startProcess(
    place,
    [...nodeFlags(), PROGRAM, 'serve'],
    { ...environment(place), ...env },
    '/healthz',
    cleanUp,
    signal,
  );
}

/** Starts a process that only runs the workers. Resolves when they run. */
export function startWorkers(place: Place, cleanUp: CleanUp, signal: AbortSignal): Promise<Server> {
  return startProcess(
    { ...place, name: `${place.name}-workers` },
    [...nodeFlags(), PROGRAM, 'serve'],
    // A process that serves nobody does not know that the server is on loopback.
    { ...environment(place), FLORIN_ROLES: 'worker', FLORIN_WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' },
    undefined,
    cleanUp,
    signal,
  );
}

/** The Node flags of `npm start`, so that the benchmark measures what users run. */
function nodeFlags(): string[] {
  const file = join(import.meta.dirname, '../package.json');
  const { scripts } = JSON.parse(readFileSync(file, 'utf8')) as { scripts: { start: string } };
  return scripts.start.split(' ').filter((word) => word.startsWith('--'));
}

export interface Recorded {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** A server that repeats what the service answered, by method. */
export function startBare(
  place: { folder: string; name: string },
  answers: { POST?: Recorded; GET?: Recorded },
  cleanUp: CleanUp,
  signal: AbortSignal,
): Promise<Server> {
  const env = { PATH: process.env['PATH'], BENCH_ANSWERS: JSON.stringify(answers) };
  return startProcess(place, [join(import.meta.dirname, 'serve-bare.ts')], env, '/', cleanUp, signal);
}

/** A receiver of webhooks. */
export function startReceiver(
  place: { folder: string; name: string },
  cleanUp: CleanUp,
  signal: AbortSignal,
): Promise<Server> {
  const env = { PATH: process.env['PATH'] };
  return startProcess(place, [join(import.meta.dirname, 'serve-receiver.ts')], env, '/', cleanUp, signal);
}

/** A bare sender of requests to a receiver. */
export function startSender(
  place: { folder: string; name: string },
  request: { receiver: string; event: string; body: string },
  cleanUp: CleanUp,
  signal: AbortSignal,
): Promise<Server> {
  const { PATH } = process.env;
  const env = { PATH, BENCH_RECEIVER: request.receiver, BENCH_EVENT: request.event, BENCH_BODY: request.body };
  return startProcess(place, [join(import.meta.dirname, 'serve-sender.ts')], env, '/', cleanUp, signal);
}

async function startProcess(
  { folder, name }: { folder: string; name: string },
  args: string[],
  env: NodeJS.ProcessEnv,
  /** A process without one is ready when it says so. */
  healthPath: string | undefined,
  cleanUp: CleanUp,
  signal: AbortSignal,
): Promise<Server> {
  signal.throwIfAborted();
  const port = await findPort();
  const baseUrl = `http://127.0.0.1:${port}`;
  await mkdir(join(folder, name), { recursive: true });
  const logs = { out: join(folder, `${name}.log`), error: join(folder, `${name}.err`) };
  const descriptors = [openSync(logs.out, 'w'), openSync(logs.error, 'w')] as const;
  const child = spawn(process.execPath, args, {
    env: { ...env, PORT: String(port) },
    stdio: ['ignore', ...descriptors],
  });
  for (const descriptor of descriptors) closeSync(descriptor);
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const stop = async () => {
    if (isRunning(child)) child.kill('SIGTERM');
    await exited;
  };
  cleanUp.add(stop);
  for (let waitedMs = 0; waitedMs < START_MS_MAX && isRunning(child); waitedMs += 25) {
    const isReady = healthPath === undefined ? hasSaid(logs.error) : await isHealthy(`${baseUrl}${healthPath}`);
    if (isReady) return { baseUrl, pid: child.pid ?? 0, stop };
    await sleep(25, undefined, { signal });
  }
  throw new Error(`The server "${name}" did not start:\n${await readFile(logs.error, 'utf8')}`);
}

const hasSaid = (file: string) => readFileSync(file, 'utf8').includes('is running its workers');

const isHealthy = (url: string) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

const isRunning = (child: ChildProcess) =>
  child.exitCode === null && child.signalCode === null && child.pid !== undefined;

export async function createMerchant(place: Place, signal: AbortSignal, email = 'bench@example.com'): Promise<Keys> {
  const person = ['--name', 'Bench', '--email', email, '--password', 'correct horse battery'];
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [PROGRAM, 'merchants', 'create', ...person, '--json'],
    { env: environment(place), signal },
  );
  return JSON.parse(stdout) as Keys;
}

/** Adds a wallet with the command line. */
export async function addWallet(
  place: Place,
  env: Record<string, string>,
  args: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  await promisify(execFile)(process.execPath, [PROGRAM, 'wallets', 'add', ...args, '--json'], {
    env: { ...environment(place), ...env },
    signal,
  });
}
