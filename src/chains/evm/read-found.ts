import type { Hex } from 'viem';
import type { Transfer } from '../../domain/transfers/transfer.ts';
import type { AssetBook } from './asset-book.ts';
import { checkArrivals } from './check-arrivals.ts';
import type { EvmNode } from './create-node.ts';
import type { Tracer } from './create-tracer.ts';
import { readArrivals } from './read-arrivals.ts';
import type { Batch } from './read-batch.ts';
import { type Block, spentBy } from './read-block.ts';
import { type CoinBatch, readCoin } from './read-coin.ts';
import { type Movement, transferOf } from './read-transfers.ts';
import type { TokenDecimals } from './token-decimals.ts';

export interface ReadParts {
  node: EvmNode;
  book: AssetBook;
  tracer: Tracer;
  decimalsOf: TokenDecimals;
}

/** What a batch of blocks contains for the watched addresses. */
export interface FoundInBatch {
  transfers: Transfer[];
  /** Undefined if no payment in the coin is expected. */
  coin: CoinBatch | undefined;
}

export const NOTHING_FOUND: FoundInBatch = { transfers: [], coin: undefined };

export async function readFound(
  parts: ReadParts,
  { blocks, logs }: Batch,
  { recipients, coinFrom, nowMs }: { recipients: ReadonlySet<Hex>; coinFrom: number | undefined; nowMs: number },
): Promise<FoundInBatch> {
  const announced = await readArrivals(parts.node, { blocks, logs });
  const arrivals = await checkArrivals(parts, announced, { all: announced, blocks });
  const coin =
    coinFrom === undefined
      ? undefined
      : await readCoin(parts, blocksFrom(blocks, coinFrom), (to) => recipients.has(to));
  const transfers: Transfer[] = [];
  for (const movement of [...arrivals, ...(coin?.movements ?? [])]) {
    const block = blocks.get(movement.blockHeight);
    if (block !== undefined) transfers.push(await describeMovement(parts, movement, { block, nowMs }));
  }
  return { transfers: transfers.sort((a, b) => (a.blockHeight ?? 0) - (b.blockHeight ?? 0)), coin };
}

export async function describeMovement(
  { book, decimalsOf }: Pick<ReadParts, 'book' | 'decimalsOf'>,
  movement: Movement,
  { block, nowMs }: { block: Block; nowMs: number },
): Promise<Transfer> {
  const { contract, tx } = movement;
  const asset = contract === undefined ? book.coin : (book.byContract.get(contract) ?? (await decimalsOf(contract)));
  const transaction = block.transactions.find((one) => one.tx === tx);
  const spends = transaction === undefined ? [] : [spentBy(transaction)];
  return transferOf(movement, { asset, blockHeight: block.height, blockTimeMs: block.timeMs, spends, nowMs });
}

/** The blocks at a height and above, in order. */
export const blocksFrom = (blocks: ReadonlyMap<number, Block>, from: number): Block[] =>
  [...blocks.values()].filter(({ height }) => height >= from).sort((a, b) => a.height - b.height);

/** The blocks that contain the transfers. */
export function blocksOf({ transfers }: FoundInBatch, { blocks }: Batch): Block[] {
  const heights = new Set(transfers.map(({ blockHeight }) => blockHeight));
  return [...blocks.values()].filter(({ height }) => heights.has(height));
}
