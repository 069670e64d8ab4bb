import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { freePort } from './external-postgres.ts';
import type { CommandResult } from './run-host.ts';
import { databaseEnv } from './start-pooler.ts';
import { waitUntil } from './wait-until.ts';

const ROOT = join(import.meta.dirname, '../..');
export const PROGRAM = join(ROOT, 'bin/florin.js');
const HASH_CHEAPLY = join(import.meta.dirname, 'hash-cheaply.ts');

/** Shares compiled code between the hundreds of processes that the tests start. */
const COMPILE_CACHE = join(ROOT, 'node_modules/.cache/florin-tests');

/** One secret for all servers of a test, because nodes that share a database need the same one. */
export const TEST_SECRET = 'a-secret-for-tests-that-is-long-enough';

const OUTPUT_MS_MAX = 1_000;

export interface AnsweringServer {
  baseUrl: string;
  stop(): Promise<number>;
}

/** A server in a separate process. */
export interface RunningServer extends AnsweringServer {
  process: ChildProcess;
  /** Everything it has printed so far. */
  output: () => string;
  stop(signal?: NodeJS.Signals): Promise<number>;
}

export interface ServerOptions {
  databaseUrl?: string;
  dataDir?: string;
  env?: Record<string, string>;
  port?: number;
  /** The program of another checkout, which hashes passwords at their real cost. Default: this one's. */
  program?: string;
  /** Whether passwords cost what they cost a merchant. Default: no. */
  hashesAtRealCost?: boolean;
}

/** The environment of a server or command, without the settings of the caller. */
export function florinEnv(options: ServerOptions): NodeJS.ProcessEnv {
  const { PATH, HOME } = process.env;
  return {
    PATH,
    HOME,
    NODE_COMPILE_CACHE: COMPILE_CACHE,
    // The person who runs the tests may be logged in to a server.
    XDG_CONFIG_HOME: join(COMPILE_CACHE, 'no-profiles'),
    // All clients of a test have one address, and a fast machine sends more than a visitor may.
    FLORIN_RATE_VISITOR: '1000000',
    ...(options.databaseUrl === undefined ? {} : { ...databaseEnv(options.databaseUrl), FLORIN_SECRET: TEST_SECRET }),
    ...(options.dataDir === undefined ? {} : { FLORIN_DATA_DIR: options.dataDir }),
    ...options.env,
  };
}

/** Starts a server in a separate process and waits until it is healthy. */
export const startServer = (options: ServerOptions): Promise<RunningServer> =>
  waitUntil('the server starts', async () => {
    const server = await launch(options);
    const hasEnded = () => server.process.exitCode !== null;
    const isHealthy = await waitUntilHealthy(server.baseUrl, hasEnded).catch((cause: unknown) => {
      throw new Error(`The server did not respond:\n${server.output()}`, { cause });
    });
    if (isHealthy) return server;
    await server.stop();
    if (!isBusy(server.output())) throw new Error(`The server exited early:\n${server.output()}`);
    return undefined;
  });

async function launch(options: ServerOptions): Promise<RunningServer> {
  const port = options.port ?? (await freePort());
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'florin-server-')));
  const preload = options.hashesAtRealCost ? [] : ['--import', HASH_CHEAPLY];
  const child = spawn(process.execPath, [...preload, options.program ?? PROGRAM, 'serve'], {
    env: { ...florinEnv({ ...options, dataDir }), PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const chunks: string[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk.toString()));
  const closed = once(child, 'close');
  const exited = once(child, 'exit').then(async ([code]) => {
    // What it printed last may still be on its way. Processes that outlive it can keep its output open.
    await Promise.race([closed, sleep(OUTPUT_MS_MAX, undefined, { ref: false })]);
    return (code as number | null) ?? -1;
  });
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    process: child,
    output: () => chunks.join(''),
    async stop(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      const code = await exited;
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
      return code;
    },
  };
}

/** Returns false if it ended first. */
async function waitUntilHealthy(baseUrl: string, hasEnded: () => boolean = () => false): Promise<boolean> {
  const outcome = await waitUntil(`${baseUrl} answers`, async () => {
    const isHealthy = (await fetch(`${baseUrl}/healthz`).catch(() => undefined))?.ok;
    return isHealthy ? 'healthy' : hasEnded() && 'ended';
  });
  return outcome === 'healthy';
}

/**
 * Starts a server in the shared host process, for tests that only send requests. Starting a process takes longer than most
 * of these tests.
 */
export async function startHosted(options: {
  databaseUrl: string;
  env?: Record<string, string>;
}): Promise<AnsweringServer> {
  const port = await freePort();
  const dataDir = await mkdtemp(join(tmpdir(), 'florin-server-'));
  const env = { ...florinEnv({ ...options, dataDir }), PORT: String(port) };
  const baseUrl = `http://127.0.0.1:${port}`;
  const ended = await waitUntil(`${baseUrl} serves`, async () => {
    const serving = sendToHost('serve', { env, port });
    const early = await Promise.race([waitUntilHealthy(baseUrl), serving]);
    return typeof early === 'object' ? rejectUnlessBusy(early) : { serving };
  });
  return {
    baseUrl,
    async stop() {
      await sendToHost('stop', { port });
      const { code } = await ended.serving;
      await rm(dataDir, { recursive: true, force: true });
      return code;
    },
  };
}

function sendToHost(what: 'run' | 'serve' | 'stop', body: object): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const socket = connect(inject('hostPort'), '127.0.0.1');
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    socket.once('error', reject);
    socket.once('end', () => resolve(JSON.parse(text) as CommandResult));
    socket.write(`${JSON.stringify({ what, ...body })}\n`);
  });
}

/** Runs a CLI command with --json and parses its output. */
export async function florin<Result>(options: ServerOptions, ...words: string[]): Promise<Result> {
  const args = [...words, '--json'];
  const env = florinEnv(options);
  // Membership of an embedded database belongs to a process, so the command needs a separate one.
  if (options.databaseUrl === undefined) {
    const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, ...args], { env });
    return JSON.parse(stdout) as Result;
  }
  const { out } = await waitUntil(`florin ${words.join(' ')} ends`, async () => {
    const result = await sendToHost('run', { args, env });
    return result.code === 0 ? result : rejectUnlessBusy(result);
  });
  return JSON.parse(out) as Result;
}

/** A database on a busy machine may take longer to connect, or to let go of a lock, than Florin waits. Nothing is done then. */
export const isBusy = (output: string): boolean =>
  /connection timeout|timeout exceeded when trying to connect|due to lock timeout/.test(output);

/** Everything else is a failure. */
function rejectUnlessBusy({ code, out, err }: CommandResult): undefined {
  if (isBusy(err)) return undefined;
  throw Object.assign(new Error(err), { code, stdout: out, stderr: err });
}

export interface NewMerchant {
  merchant_id: string;
  name: string;
  public_key: string;
  private_key: string;
  mode: string;
  dashboard_url: string;
}

let merchants = 0;

export function createMerchant(options: ServerOptions): Promise<NewMerchant> {
  merchants += 1;
  const email = `owner${merchants}.${process.pid}@example.com`;
  return florin(
    options,
    'merchants',
    'create',
    '--name',
    `Shop ${merchants}`,
    '--email',
    email,
    '--password',
    'correct horse battery',
  );
}
