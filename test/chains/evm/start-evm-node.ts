import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const PROGRAM = fileURLToPath(new URL('../../../node_modules/hardhat/dist/src/cli.js', import.meta.url));
const CONFIG = fileURLToPath(new URL('hardhat.config.ts', import.meta.url));
const CLOCK_AHEAD_SECONDS = 2;
const STARTED = /server at (http:\S+?)\/?$/;

export interface EvmNode {
  url: string;
  chainId: number;
  /** The process, which a test may measure. */
  pid: number;
  call<Result = unknown>(method: string, ...params: unknown[]): Promise<Result>;
  /** Mines blocks; the first contains everything that waits. */
  mine(count?: number): Promise<void>;
  /** Whether every transaction gets a separate block at once. Off at the start. */
  setAutomine(on: boolean): Promise<void>;
  /** The time of the next block, which must not be before that of the newest. Later blocks count on from there. */
  setNextBlockTime(timeMs: number): Promise<void>;
  height(): Promise<number>;
  /** The time of the newest block. */
  timeMs(): Promise<number>;
  /** Remembers blocks, balances and waiting transactions as they are now. */
  snapshot(): Promise<string>;
  /**
   * Returns to a snapshot, once. What is mined afterwards has other hashes, so the chain has been reorganized, and what
   * waited for a block at the time of the snapshot waits again.
   */
  revert(snapshot: string): Promise<void>;
  /** Removes a waiting transaction, as if it had never been sent. */
  drop(tx: string): Promise<void>;
  setBalance(address: string, wei: bigint): Promise<void>;
  stop(): Promise<void>;
}

/** A real `hardhat node` on loopback, on a free port, with an empty chain. It fetches nothing. */
export async function startEvmNode({ chainId = 31_337 } = {}): Promise<EvmNode> {
  const child = spawn(
    process.execPath,
    [PROGRAM, 'node', '--config', CONFIG, '--hostname', '127.0.0.1', '--port', '0'],
    {
      cwd: ROOT,
      env: { ...process.env, EVM_CHAIN_ID: String(chainId), HARDHAT_DISABLE_TELEMETRY: 'true', NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  // A test that fails before it has the node cannot stop it.
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const url = await readUrl(child);

  async function call<Result>(method: string, ...params: unknown[]): Promise<Result> {
    const response = await fetch(url, {
      method: 'POST',
      // While contracts are compiled, this process does not notice that the node closes an idle connection.
      headers: { 'content-type': 'application/json', connection: 'close' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.timeout(300_000),
    });
    const { result, error } = (await response.json()) as { result: Result; error?: { code: number; message: string } };
    if (error) throw new Error(`${method}: ${error.message} (${error.code})`);
    return result;
  }

  const timeOf = async (block: 'latest' | 'pending') =>
    Number((await call<{ timestamp: string }>('eth_getBlockByNumber', block, false)).timestamp) * 1_000;

  // It would print every call.
  await call('hardhat_setLoggingEnabled', false);
  // Its clock starts with the time before it was loaded, and a payment must not look older than its intent.
  const behindMs = Date.now() - (await timeOf('pending'));
  await call('evm_increaseTime', CLOCK_AHEAD_SECONDS + Math.ceil(behindMs / 1_000));

  return {
    url,
    chainId,
    pid: child.pid ?? 0,
    call,
    async mine(count = 1) {
      // `hardhat_mine` makes many blocks at once, but their hashes do not fit together.
      for (let mined = 0; mined < count; mined += 1) await call('evm_mine');
    },
    setAutomine: async (on) => void (await call('evm_setAutomine', on)),
    setNextBlockTime: async (timeMs) => void (await call('evm_setNextBlockTimestamp', Math.floor(timeMs / 1_000))),
    height: async () => Number(await call<string>('eth_blockNumber')),
    timeMs: () => timeOf('latest'),
    snapshot: () => call('evm_snapshot'),
    async revert(snapshot) {
      if (!(await call<boolean>('evm_revert', snapshot))) throw new Error('A snapshot can be used only once.');
      // Without it, the next block would be the same block again.
      await call('hardhat_setPrevRandao', `0x${randomBytes(32).toString('hex')}`);
    },
    drop: async (tx) => void (await call('hardhat_dropTransaction', tx)),
    setBalance: async (address, wei) => void (await call('hardhat_setBalance', address, hex(wei))),
    async stop() {
      // Its chain is in memory, so it does not need a clean shutdown.
      kill();
      process.off('exit', kill);
      await exited;
    },
  };
}

/** Reads the address that the node prints once it listens. */
async function readUrl(child: ChildProcess): Promise<string> {
  const { stdout, stderr } = child;
  if (!stdout || !stderr) throw new Error('The node has no output.');
  const lines: string[] = [];
  stderr.on('data', (text: Buffer) => lines.push(text.toString()));
  for await (const line of createInterface({ input: stdout })) {
    const [, url] = STARTED.exec(line) ?? [];
    if (url !== undefined) {
      // Nobody reads what follows, and a full pipe would stop the node.
      stdout.resume();
      return url;
    }
    lines.push(line);
  }
  throw new Error(`hardhat did not start: ${lines.join('\n')}`);
}

const hex = (value: number | bigint): string => `0x${value.toString(16)}`;
