import type { Hex } from 'viem';
import { pad } from 'viem/utils';
import { inParallel } from '../in-parallel.ts';
import type { AssetBook } from './asset-book.ts';
import type { EvmNode } from './create-node.ts';
import { readTokenBalance, TRANSFER } from './erc20.ts';
import type { Arrival } from './read-arrivals.ts';
import type { Block } from './read-block.ts';
import { readLogsOf } from './read-logs.ts';
import { readMovements } from './read-transfers.ts';

const CALLS_PARALLEL_MAX = 8;

/**
 * Compares what known tokens say with what the recipients really got in the block. A token that keeps a fee, or moves
 * nothing, is credited with what arrived. If the node does not have the state of the block, the token is believed. `all`
 * are the transfers to the same recipients in the same blocks, of which the arrivals may be a part.
 */
export async function checkArrivals(
  { node, book }: { node: EvmNode; book: AssetBook },
  arrivals: readonly Arrival[],
  { all, blocks }: { all: readonly Pick<Arrival, GroupedBy | 'units'>[]; blocks: ReadonlyMap<number, Block> },
): Promise<Arrival[]> {
  const totals = Map.groupBy(all, groupOf);
  const groups = Map.groupBy(arrivals, groupOf);
  const checked = await inParallel([...groups], CALLS_PARALLEL_MAX, async ([name, group]) => {
    const [{ contract, to, blockHeight }] = group as [Arrival];
    const block = blocks.get(blockHeight);
    if (block === undefined || !book.byContract.has(contract)) return group;
    const announced = (totals.get(name) ?? group).reduce((sum, { units }) => sum + units, 0n);
    const arrived = await countArrived(node, { contract, owner: to, block, announced });
    return arrived >= announced ? group : share(group, arrived, announced);
  });
  return checked.flat();
}

type GroupedBy = 'contract' | 'to' | 'blockHeight';

const groupOf = ({ contract, to, blockHeight }: Pick<Arrival, GroupedBy>): string => `${contract} ${to} ${blockHeight}`;

/** What an address got of a token in a block, at most what was announced. */
async function countArrived(
  node: EvmNode,
  { contract, owner, block, announced }: { contract: Hex; owner: Hex; block: Block; announced: bigint },
): Promise<bigint> {
  const [before, after] = await Promise.all(
    [block.parentHash, block.hash].map((blockHash) => readTokenBalance(node, { contract, owner, blockHash })),
  );
  if (before === undefined || after === undefined) return announced;
  const grown = after - before;
  if (grown >= announced) return announced;
  const left = grown + (await countSent(node, { contract, owner, block }));
  return left >= announced ? announced : left > 0n ? left : 0n;
}

/** What the address itself sent away in the same block. */
async function countSent(
  node: EvmNode,
  { contract, owner, block }: { contract: Hex; owner: Hex; block: Block },
): Promise<bigint> {
  const logs = await readLogsOf(node, { contracts: [contract], topics: [TRANSFER, pad(owner)] }, block.hash);
  const movements = logs.flatMap((log) => readMovements({ tx: log.tx, logs: [log] }));
  return movements.reduce((sum, { units }) => sum + units, 0n);
}

/** Several transfers in one block share what arrived by what each one announced, rounded down. */
const share = (group: readonly Arrival[], arrived: bigint, announced: bigint): Arrival[] =>
  group
    .map((arrival) => ({ ...arrival, units: (arrival.units * arrived) / announced }))
    .filter(({ units }) => units > 0n);
