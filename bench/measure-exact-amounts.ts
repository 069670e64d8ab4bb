import { randomBytes } from 'node:crypto';
import { fromUnits } from '../src/domain/money/decimal.ts';
import { type CryptoAmount, chainUnits } from '../src/domain/money/money.ts';
import type { Transfer } from '../src/domain/transfers/transfer.ts';
import type { Scan } from '../src/ports/chain.ts';
import type { Bench } from './open-bench.ts';
import { ADDRESS, openSharedSite, type SharedSite } from './open-shared-site.ts';
import { quantile } from './sample.ts';

const WARM_UP = 10;
const ROUNDS = 100;
const WARM_UP_BLOCKS = 3;
const BLOCKS = 20;
export const BLOCK_TRANSFERS = 500;

/** What exact amounts cost beside few and many open intents on the same address. */
export interface ExactTiming {
  openIntents: number;
  p50Ms: number;
  p99Ms: number;
}

/** Measures how long it takes to give an intent its exact amount. */
export async function measureAssignments(bench: Bench): Promise<ExactTiming[]> {
  return compare(bench, 's', 'assign', { warmUp: WARM_UP, rounds: ROUNDS }, async (site) => (await site.assign()).ms);
}

/** Measures how long a block takes whose transfers all go to the shared address; one of them is an exact amount. */
export async function measureTransfers(bench: Bench): Promise<ExactTiming[]> {
  let height = 0;
  return compare(bench, 't', 'transfers', { warmUp: WARM_UP_BLOCKS, rounds: BLOCKS }, async (site) => {
    const before = await site.count();
    const { target } = await site.assign();
    height += 1;
    const ms = await site.record(blockOf(height, target.amounts[0]?.amount));
    const { payments, unmatched } = await site.count();
    if (payments !== before.payments + 1 || unmatched !== before.unmatched + BLOCK_TRANSFERS - 1)
      throw new Error(`The block left ${payments} payments and ${unmatched} unmatched transfers.`);
    return ms;
  });
}

async function compare(
  bench: Bench,
  name: 's' | 't',
  database: string,
  { warmUp, rounds }: { warmUp: number; rounds: number },
  take: (site: SharedSite) => Promise<number>,
): Promise<ExactTiming[]> {
  const sites: SharedSite[] = [];
  for (const openIntents of bench.options.sharedIntents) {
    bench.print(`${name}  creating ${openIntents} open intents on one address`);
    sites.push(await openSharedSite(bench, database, openIntents));
  }
  await bench.postgres.settle();
  const times = sites.map((): number[] => []);
  for (let round = 0; round < warmUp + rounds; round += 1) {
    for (const [place, site] of sites.entries()) {
      bench.signal.throwIfAborted();
      const ms = await take(site);
      if (round >= warmUp) times[place]?.push(ms);
    }
  }
  await Promise.all(sites.map((site) => site.close()));
  return sites.map(({ openIntents }, place) => {
    const all = times[place] ?? [];
    return { openIntents, p50Ms: quantile(all, 0.5), p99Ms: quantile(all, 0.99) };
  });
}

function blockOf(height: number, exact: CryptoAmount | undefined): Scan {
  return {
    rolledBackTo: undefined,
    transfers: Array.from({ length: BLOCK_TRANSFERS }, (_, place) => transferOf(height, place, exact)),
    replaced: [],
    missing: [],
    cursor: String(height),
    tipHeight: height,
    scannedUntilMs: Date.now(),
    behind: false,
  };
}

function transferOf(height: number, place: number, exact: CryptoAmount | undefined): Transfer {
  // No price is above 200, so no other transfer is an exact amount.
  const amount = place === 0 && exact !== undefined ? exact : fromUnits(chainUnits(BigInt(500_000_000 + place)), 6);
  return {
    tx: `0x${randomBytes(32).toString('hex')}`,
    index: 0,
    keys: [ADDRESS],
    address: ADDRESS,
    asset: 'USDC',
    token: undefined,
    amount,
    blockHeight: height,
    blockTimeMs: Date.now(),
    failed: false,
    spends: [],
    firstSeenAtMs: Date.now(),
  };
}
