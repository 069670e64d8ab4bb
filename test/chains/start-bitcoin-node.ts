import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NETWORKS } from '../../src/domain/networks/network.ts';
import { freePort } from '../support/external-postgres.ts';
import { findKnots } from '../support/fetch-knots.ts';
import { hasLitecoind } from '../support/install-needs.ts';
import { waitUntil } from '../support/wait-until.ts';

/** A node program and the network that it runs. */
export interface NodeProgram {
  name: string;
  command: readonly string[] | undefined;
  options: readonly string[];
  network: (typeof NETWORKS)['bitcoin-regtest' | 'litecoin-regtest'];
}

/** The node programs that the adapter is tested with. A program that is not installed has no command. */
export const NODE_PROGRAMS: readonly NodeProgram[] = [
  {
    name: 'Litecoin Core',
    // Looked up when it is asked for, since `npm run faults` installs it first. If everything must be installed, a missing
    // program is a failure and not a reason to skip.
    get command() {
      return hasLitecoind() || process.env['CI'] === 'true' ? ['litecoind'] : undefined;
    },
    options: ['-mempoolreplacement=1'],
    network: NETWORKS['litecoin-regtest'],
  },
  {
    name: 'Bitcoin Knots',
    command: findKnots(),
    // Wallets choose a lock time at random, and Knots rejects transactions that have 21.
    options: ['-rejectparasites=0'],
    network: NETWORKS['bitcoin-regtest'],
  },
];

export interface BitcoinNodeProcess {
  /** With user and password, as in an operator's configuration. */
  url: string;
  call<Result>(method: string, ...params: unknown[]): Promise<Result>;
  /** Mines blocks and returns their hashes. */
  mine(count: number): Promise<string[]>;
  /** Sends a replaceable transaction from the node's wallet. */
  send(address: string, amount: string): Promise<string>;
  /** Sends to several addresses in one transaction. */
  sendMany(amounts: Record<string, string>): Promise<string>;
  /** Replaces a transaction with one that has a higher fee. */
  bumpFee(tx: string): Promise<string>;
  stop(): Promise<void>;
  /** Restarts the node at the same URL. */
  start(...options: string[]): Promise<void>;
  /** Stops the node and deletes its folder. */
  remove(): Promise<void>;
}

/** A node on a private chain, in a temporary folder, with a funded wallet. */
export async function startBitcoinNode(program: NodeProgram): Promise<BitcoinNodeProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'florin-node-'));
  const port = await freePort();
  const password = randomBytes(12).toString('hex');
  const endpoint = `http://127.0.0.1:${port}`;
  const authorization = `Basic ${Buffer.from(`florin:${password}`).toString('base64')}`;
  let running: { child: ChildProcess; exited: Promise<void> } | undefined;
  let miner = '';

  async function call<Result>(method: string, ...params: unknown[]): Promise<Result> {
    const response = await fetch(endpoint, {
      method: 'POST',
      // The node closes idle connections.
      headers: { authorization, 'content-type': 'application/json', connection: 'close' },
      body: JSON.stringify({ jsonrpc: '1.0', id: 1, method, params }),
      signal: AbortSignal.timeout(300_000),
    });
    const { result, error } = (await response.json()) as {
      result: Result;
      error: { code: number; message: string } | null;
    };
    if (error) throw new Error(`${method}: ${error.message} (${error.code})`);
    return result;
  }

  async function start(...options: string[]): Promise<void> {
    const [command = '', ...args] = program.command ?? [];
    const settings = [
      '-regtest',
      `-datadir=${folder}`,
      '-server',
      `-rpcport=${port}`,
      '-rpcbind=127.0.0.1',
      '-rpcallowip=127.0.0.1',
      '-rpcuser=florin',
      `-rpcpassword=${password}`,
      '-listen=0',
      '-connect=0',
      '-dnsseed=0',
      '-discover=0',
      '-fallbackfee=0.0001',
      '-walletrbf=1',
      // By default a wallet makes thousands of keys in advance, which takes longer than everything else here.
      '-keypool=10',
    ];
    const child = spawn(command, [...args, ...settings, ...program.options, ...options], { stdio: 'ignore' });
    child.once('error', () => undefined);
    running = { child, exited: new Promise((resolve) => child.once('exit', () => resolve())) };
    await waitUntil(`${program.name} answers`, () => {
      if (child.pid === undefined || child.exitCode !== null) throw new Error(`${program.name} did not start.`);
      return call('getblockcount').then(
        () => true,
        () => false,
      );
    });
  }

  async function stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    if (running?.child.pid === undefined) return;
    running.child.kill(signal);
    await running.exited;
    running = undefined;
  }

  /** A wallet returns a transaction ID even if its node rejects the transaction. */
  async function accepted(tx: string): Promise<string> {
    if ((await call<string[]>('getrawmempool')).includes(tx)) return tx;
    const { hex } = await call<{ hex: string }>('gettransaction', tx);
    throw new Error(`The node rejected ${tx}: ${JSON.stringify(await call('testmempoolaccept', [hex]))}`);
  }

  async function remove(): Promise<void> {
    // Its data is not used again, so it does not need a clean shutdown.
    await stop('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }

  const mine = (count: number) => call<string[]>('generatetoaddress', count, miner);
  try {
    await start();
    await call('createwallet', 'shop');
    miner = await call<string>('getnewaddress');
    await mine(101);
  } catch (error) {
    await remove();
    throw error;
  }

  return {
    url: `http://florin:${password}@127.0.0.1:${port}`,
    call,
    mine,
    send: async (address, amount) => accepted(await call('sendtoaddress', address, amount)),
    sendMany: async (amounts) => accepted(await call('sendmany', '', amounts)),
    bumpFee: async (tx) => (await call<{ txid: string }>('bumpfee', tx)).txid,
    stop: () => stop(),
    start,
    remove,
  };
}
