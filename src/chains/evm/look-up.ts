import { getAddress, pad } from 'viem/utils';
import type { FoundTransfer } from '../../ports/chain.ts';
import { checkArrivals } from './check-arrivals.ts';
import { TRANSFER } from './erc20.ts';
import type { Arrival } from './read-arrivals.ts';
import type { Block } from './read-block.ts';
import { movementOf } from './read-coin.ts';
import { describeMovement, type ReadParts } from './read-found.ts';
import { readLogsOf } from './read-logs.ts';
import type { Receipt } from './read-receipt.ts';
import { isHash } from './read-response.ts';
import { type Movement, readMovements, type TokenMovement } from './read-transfers.ts';

/** Returns all transfers of a transaction in a block, to any address. The caller knows which addresses matter. */
export async function lookUp(parts: ReadParts & { nowMs: number }, named: string): Promise<FoundTransfer[]> {
  const { node, nowMs } = parts;
  const tx = named.trim().toLowerCase();
  if (!isHash(tx)) return [];
  const receipt = await node.receipt(tx);
  if (receipt === undefined) return [];
  const block = await node.block(receipt.blockHeight);
  // The block is no longer part of the chain.
  if (block.hash !== receipt.blockHash) return [];
  const movements = [...(await readTokens(parts, receipt, block)), ...(await readCoin(parts, receipt, block))];
  return Promise.all(
    movements.map(async (movement) =>
      Object.assign(await describeMovement(parts, movement, { block, nowMs }), {
        sources: [getAddress(movement.from)],
      }),
    ),
  );
}

/** Other transactions of the block may have paid the same addresses, so their transfers are needed to compare balances. */
async function readTokens(parts: ReadParts, receipt: Receipt, block: Block): Promise<Movement[]> {
  const { node, book } = parts;
  const at = (movement: TokenMovement): Arrival => Object.assign(movement, { blockHeight: block.height });
  const movements = readMovements(receipt).map(at);
  const known = movements.filter(({ contract }) => book.byContract.has(contract));
  if (known.length === 0) return movements;
  const contracts = [...new Set(known.map(({ contract }) => contract))];
  const recipients = [...new Set(known.map(({ to }) => pad(to)))];
  const logs = await readLogsOf(node, { contracts, topics: [TRANSFER, null, recipients] }, block.hash);
  const all = logs.flatMap((log) => readMovements({ tx: log.tx, logs: [log] })).map(at);
  return checkArrivals(parts, movements, { all, blocks: new Map([[block.height, block]]) });
}

async function readCoin({ tracer }: ReadParts, { tx, succeeded }: Receipt, block: Block): Promise<Movement[]> {
  const transaction = block.transactions.find((one) => one.tx === tx);
  const direct = transaction === undefined ? undefined : movementOf(transaction);
  const forwarded = succeeded ? await tracer.traceTransaction(tx) : [];
  return [...(direct === undefined ? [] : [{ ...direct, failed: !succeeded }]), ...(forwarded ?? [])];
}
