import { DEFAULT_SETTINGS } from '../src/domain/merchants/settings.ts';
import { parseDecimal } from '../src/domain/money/decimal.ts';
import { NETWORKS } from '../src/domain/networks/network.ts';
import type { Transfer } from '../src/domain/transfers/transfer.ts';
import type { ChainAdapter, Scan } from '../src/ports/chain.ts';
import { PostgresDataStore } from '../src/store/data-store.ts';
import { Outage } from '../src/store/database/outage.ts';
import { random } from '../src/system/random.ts';
import { recordScan } from '../src/usecases/payments/record-scan.ts';
import type { Bench } from './open-bench.ts';
import { runSql } from './run-sql.ts';
import { quantile } from './sample.ts';
import { seedOpenIntents } from './seed-open-intents.ts';
import { createMerchant } from './start-server.ts';

const TRANSACTIONS = 3_000;
const OUTPUTS = 2;
const WARM_UP_BLOCKS = 5;
const BLOCKS = 25;
const NETWORK = NETWORKS['bitcoin-regtest'];

export interface BlockTiming {
  openIntents: number;
  p50Ms: number;
  p99Ms: number;
  /** Memory of the reading process, in millions of bytes. */
  memoryMb: number;
}

/**
 * Measures how long the watcher takes for a block with many transactions, from its transfers to the commit, with few and
 * with many open intents. The blocks are generated here, because parsing takes the same time in both cases.
 */
export async function measureBlocks(bench: Bench): Promise<BlockTiming[]> {
  const sites = [];
  for (const openIntents of bench.options.blockIntents) sites.push(await openSite(bench, openIntents));
  await bench.postgres.settle();
  bench.print(`j  ${BLOCKS} blocks of ${TRANSACTIONS} transactions at each size`);
  const times = sites.map((): number[] => []);
  for (let block = 1; block <= WARM_UP_BLOCKS + BLOCKS; block += 1) {
    for (const [index, site] of sites.entries()) {
      bench.signal.throwIfAborted();
      const ms = await site.read(block);
      if (block > WARM_UP_BLOCKS) times[index]?.push(ms);
    }
  }
  const memoryMb = process.memoryUsage().rss / 1e6;
  await Promise.all(sites.map((site) => site.close()));
  return sites.map(({ openIntents }, index) => {
    const all = times[index] ?? [];
    return { openIntents, p50Ms: quantile(all, 0.5), p99Ms: quantile(all, 0.99), memoryMb };
  });
}

async function openSite({ folder, postgres, signal, print }: Bench, openIntents: number) {
  const name = `blocks_${openIntents}`;
  const url = await postgres.createDatabase(name);
  const keys = await createMerchant({ folder, name, databaseUrl: url }, signal);
  print(`j  seeding ${openIntents} open intents`);
  await seedOpenIntents(url, keys, { network: NETWORK.name, count: openIntents }, signal);
  const targets = await runSql<{ address: string }>(url, signal, 'SELECT address FROM florin_data.targets LIMIT 100');
  const database = new PostgresDataStore({
    url,
    connectionsMax: 2,
    groupCommit: true,
    onBatch: () => undefined,
    outage: new Outage(),
  });
  const clock = { nowMs: Date.now, sleep: () => Promise.resolve() };
  const ports = {
    clock,
    random,
    settings: { find: () => Promise.resolve(DEFAULT_SETTINGS) },
    wallets: { listHolders: () => Promise.resolve([]) },
  };
  return {
    openIntents,
    close: () => database.close(),
    /** One block, in which a single output pays an open intent. */
    async read(block: number): Promise<number> {
      const paid = targets[block % targets.length]?.address ?? '';
      const chain = chainOf(block, paid);
      const began = performance.now();
      await recordScan(ports, chain, 1, database);
      return performance.now() - began;
    },
  };
}

function chainOf(block: number, paid: string): ChainAdapter {
  const scan: Scan = {
    rolledBackTo: undefined,
    transfers: Array.from({ length: TRANSACTIONS * OUTPUTS }, (_, output) => transferOf(block, output, paid)),
    replaced: [],
    missing: [],
    cursor: String(block),
    tipHeight: block,
    scannedUntilMs: Date.now(),
    behind: false,
  };
  return { network: NETWORK, scan: () => Promise.resolve(scan) } as Partial<ChainAdapter> as ChainAdapter;
}

function transferOf(block: number, output: number, paid: string): Transfer {
  const address = output === 0 ? paid : `bcrt1q${block}x${output}`.padEnd(44, 'q');
  return {
    tx: `${block}:${Math.floor(output / OUTPUTS)}`.padStart(64, '0'),
    index: output % OUTPUTS,
    keys: [address],
    address,
    asset: 'SOL',
    token: undefined,
    amount: parseDecimal('0.01'),
    blockHeight: block,
    failed: false,
    spends: [],
    firstSeenAtMs: Date.now(),
  };
}
