import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BitcoinNodeProcess, NODE_PROGRAMS, startBitcoinNode } from '../chains/start-bitcoin-node.ts';
import { type Scene, startSolanaScene } from '../chains/start-solana-scene.ts';
import { createDatabase } from '../support/databases.ts';
import { startExternalPostgres } from '../support/external-postgres.ts';
import { type RunningServer, type ServerOptions, startServer } from '../support/server.ts';
import type { Snapshot } from './api-types.ts';
import { FIXTURE_ENV } from './fixture.ts';
import { runCommand } from './run-command.ts';

/** The real program on a real PostgreSQL with two real chains, for the script that makes the fixture. */
export interface Lab {
  mainUrl: string;
  ownUrl: string;
  api: RunningServer;
  solana: Scene;
  litecoin: BitcoinNodeProcess;
  assets: Snapshot['assets'];
  command<Result>(...words: string[]): Promise<Result>;
  /** Ends the node that watches the chains at once, so that it leaves its leases behind as a crash does. */
  killWorker(): Promise<void>;
  close(): Promise<void>;
}

export async function openLab(): Promise<Lab> {
  const endings: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const end of endings.toReversed()) await end();
  };
  try {
    return await open(endings, close);
  } catch (error) {
    await close();
    throw error;
  }
}

async function open(endings: (() => Promise<unknown>)[], close: () => Promise<void>): Promise<Lab> {
  const folder = await mkdtemp(join(tmpdir(), 'florin-fixture-'));
  endings.push(() => rm(folder, { recursive: true, force: true }));
  const postgres = await startExternalPostgres();
  if (!postgres) throw new Error('The maker needs a PostgreSQL of this machine. Install the package postgresql.');
  endings.push(() => postgres.stop());
  const program = NODE_PROGRAMS.find(({ name }) => name === 'Litecoin Core');
  if (!program?.command) throw new Error('The maker needs a Litecoin node. Install the package litecoind.');
  const litecoin = await startBitcoinNode(program);
  endings.push(() => litecoin.remove());
  const solana = await startSolanaScene();
  endings.push(() => solana.stop());

  const { mint, decimals } = solana.usdc;
  const assets = [{ code: 'USDC', network: 'solana-local', mint, decimals }];
  const assetsFile = join(folder, 'assets.json');
  await writeFile(assetsFile, JSON.stringify(assets));
  const mainUrl = await createDatabase(postgres.url);
  const ownUrl = await createDatabase(postgres.url);
  const env = {
    ...FIXTURE_ENV,
    FLORIN_ASSETS: assetsFile,
    FLORIN_RPC_SOLANA_LOCAL: solana.node.url,
    FLORIN_RPC_LITECOIN_REGTEST: litecoin.url,
  };
  const options: ServerOptions = { databaseUrl: mainUrl, dataDir: folder, env };
  const api = await startServer({ ...options, env: { ...env, FLORIN_ROLES: 'api' } });
  endings.push(() => api.stop());
  const worker = await startServer(options);
  endings.push(() => worker.stop('SIGKILL'));
  return {
    mainUrl,
    ownUrl,
    api,
    solana,
    litecoin,
    assets,
    command: (...words) => runCommand(options, ...words),
    killWorker: async () => void (await worker.stop('SIGKILL')),
    close,
  };
}
