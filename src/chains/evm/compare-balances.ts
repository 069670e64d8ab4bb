import type { Hex } from 'viem';
import { getAddress } from 'viem/utils';
import { LIMITS } from '../../domain/limits.ts';
import type { AssetOnNetwork } from '../../domain/money/asset.ts';
import { fromUnits } from '../../domain/money/decimal.ts';
import { chainUnits } from '../../domain/money/money.ts';
import type { Transfer } from '../../domain/transfers/transfer.ts';
import { inParallel } from '../in-parallel.ts';
import type { EvmNode } from './create-node.ts';
import type { CoinBook } from './cursor.ts';
import type { Block, Header } from './read-block.ts';
import type { CoinMovement } from './read-coin.ts';

/** How often so many addresses are compared, by the chain's clock. With more, all of them are compared less often. */
const COMPARE_MS = 30_000;
const COMPARED_TOGETHER = 25;
const CALLS_PARALLEL_MAX = 8;

interface Parts {
  node: EvmNode;
  coin: AssetOnNetwork;
  nowMs: number;
  /** Blocks are made on demand, so nobody waits for the next one. */
  isOnDemand: boolean;
}

interface News {
  recipients: readonly Hex[];
  blocks: readonly Block[];
  movements: readonly CoinMovement[];
  start: { height: number; timeMs: number };
  end: Header;
}

/**
 * Finds addresses that hold more than transactions to them explain: a contract forwarded the coin, and the node cannot
 * trace. A balance never credits anything; the merchant is asked to look. An address that sent something is not compared,
 * because its fees are unknown; it starts again from its next balance.
 */
export async function compareBalances(
  { node, coin, nowMs, isOnDemand }: Parts,
  book: CoinBook | undefined,
  { recipients, blocks, movements, start, end }: News,
): Promise<{ book: CoinBook; unexplained: Transfer[] }> {
  const watched = recipients.slice(0, LIMITS.comparedBalancesMax);
  const before = await addNew(node, watched, book?.balances ?? {}, start.height);
  const expected = follow(before, blocks, movements);
  const comparedAtMs = book?.comparedAtMs ?? start.timeMs;
  const waitMs = isOnDemand ? 0 : COMPARE_MS * Math.ceil(watched.length / COMPARED_TOGETHER);
  if (end.timeMs - comparedAtMs < waitMs) {
    return { book: { comparedAtMs, balances: expected }, unexplained: [] };
  }
  const found = await inParallel(watched, CALLS_PARALLEL_MAX, (address) => node.balance(address, end.height));
  const held = new Map(watched.map((address, position) => [address, found[position]]));
  const grown = watched.flatMap((address) => {
    const known = expected[address];
    const balance = held.get(address);
    const units = known === undefined || balance === undefined ? 0n : balance - BigInt(known);
    return units > 0n ? [{ address, units }] : [];
  });
  return {
    book: {
      comparedAtMs: end.timeMs,
      balances: Object.fromEntries(
        [...held].flatMap(([address, units]) => (units === undefined ? [] : [[address, `${units}`]])),
      ),
    },
    unexplained: grown.map(({ address, units }, index) => ({
      tx: end.hash,
      index,
      keys: [],
      address: getAddress(address),
      asset: coin.code,
      token: undefined,
      amount: fromUnits(chainUnits(units), coin.decimals),
      blockHeight: end.height,
      blockTimeMs: end.timeMs,
      firstSeenAtMs: Math.min(nowMs, end.timeMs),
      failed: false,
      spends: [],
      isUnexplained: true,
    })),
  };
}

/** An address that is new to the list starts with its balance before these blocks. */
async function addNew(
  node: EvmNode,
  watched: readonly Hex[],
  known: CoinBook['balances'],
  height: number,
): Promise<Record<string, string>> {
  const balances = await inParallel(watched, CALLS_PARALLEL_MAX, async (address) => {
    const units = known[address] ?? (await node.balance(address, height));
    return units === undefined ? [] : [[address, `${units}`] as const];
  });
  return Object.fromEntries(balances.flat());
}

function follow(
  before: Readonly<Record<string, string>>,
  blocks: readonly Block[],
  movements: readonly CoinMovement[],
): Record<string, string> {
  const senders = new Set(blocks.flatMap(({ transactions }) => transactions.map(({ from }) => from)));
  const got = new Map<string, bigint>();
  for (const { to, units, failed } of movements) if (!failed) got.set(to, (got.get(to) ?? 0n) + units);
  return Object.fromEntries(
    Object.entries(before)
      .filter(([address]) => !senders.has(address as Hex))
      .map(([address, units]) => [address, `${BigInt(units) + (got.get(address) ?? 0n)}`]),
  );
}
