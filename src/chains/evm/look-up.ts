import { getAddress, pad } from 'viem/utils';
import type { FoundTransfer } from '../../ports/chain.ts';
import type { AssetBook } from './asset-book.ts';
import { checkArrivals } from './check-arrivals.ts';
import type { IsBelow } from './create-branch.ts';
import { TRANSFER } from './erc20.ts';
import { limitUnknown } from './limit-unknown.ts';
import type { Arrival } from './read-arrivals.ts';
import type { Block, Transaction } from './read-block.ts';
import { movementOf } from './read-coin.ts';
import { describeMovement, type ReadParts } from './read-found.ts';
import { readLogsOf } from './read-logs.ts';
import type { Receipt } from './read-receipt.ts';
import { isHash } from './read-response.ts';
import { COIN_INDEX, type Movement, readMovements, type TokenMovement } from './read-transfers.ts';

/** A transaction that pays more addresses at once is believed. */
const RECIPIENTS_COMPARED_MAX = 20;
/** A call of `transfer(address,uint256)`. */
const TRANSFER_CALL = /^0xa9059cbb0{24}([0-9a-f]{40})([0-9a-f]{64})$/;

interface LookUpParts extends ReadParts {
  nowMs: number;
  /** Whether a block counts. */
  isBelow?: IsBelow;
}

interface LookedUp {
  transfers: FoundTransfer[];
  /** Whether it is in a block that counts, and moved nothing else there. A node that cannot trace does not tell. */
  isWhole: boolean;
}

const NOWHERE: LookedUp = { transfers: [], isWhole: false };

/** Returns the transfers of a transaction in a block, to one address or to any. */
export async function lookUp(parts: LookUpParts, named: string, address?: string): Promise<LookedUp> {
  const { node, nowMs, isBelow = async () => true } = parts;
  const tx = named.trim().toLowerCase();
  if (!isHash(tx)) return NOWHERE;
  const receipt = await node.receipt(tx);
  if (receipt === undefined) return NOWHERE;
  const block = await node.block(receipt.blockHeight);
  // The block is no longer part of the chain.
  if (block.hash !== receipt.blockHash || !(await isBelow(block))) return NOWHERE;
  const transaction = block.transactions.find((one) => one.tx === tx);
  const wanted = address?.toLowerCase();
  const isWanted = ({ to }: Movement) => wanted === undefined || to === wanted;
  const forwarded = receipt.succeeded ? await parts.tracer.traceTransaction(tx) : [];
  const movements = [
    ...limitUnknown(await readTokens(parts, receipt, { block, isWanted }), parts.book.byContract),
    ...readFailed(parts.book, receipt, transaction),
    ...readCoin(receipt, transaction),
    ...(forwarded ?? []),
  ].filter(isWanted);
  const transfers: FoundTransfer[] = [];
  for (const movement of movements) {
    const transfer = await describeMovement(parts, movement, { block, nowMs });
    const isForwarded = movement.index > COIN_INDEX;
    transfers.push({ ...transfer, sources: [getAddress(movement.from)], ...(isForwarded && { isForwarded }) });
  }
  return { transfers, isWhole: transaction !== undefined && forwarded !== undefined };
}

/** A failed call of a known token's `transfer` moved nothing and left no log, but its payer can be told so. */
function readFailed(
  { byContract }: AssetBook,
  { tx, succeeded }: Receipt,
  transaction: Transaction | undefined,
): Movement[] {
  const [, to, units] = TRANSFER_CALL.exec(transaction?.input ?? '') ?? [];
  const contract = transaction?.to;
  if (succeeded || !transaction || !contract || !byContract.has(contract) || !to || !units) return [];
  return [{ tx, index: 0, contract, from: transaction.from, to: `0x${to}`, units: BigInt(`0x${units}`), failed: true }];
}

/** Other transactions of the block may have paid the same addresses, so their transfers are needed to compare balances. */
async function readTokens(
  parts: ReadParts,
  receipt: Receipt,
  { block, isWanted }: { block: Block; isWanted: (movement: Movement) => boolean },
): Promise<TokenMovement[]> {
  const { node, book } = parts;
  const at = (movement: TokenMovement): Arrival => Object.assign(movement, { blockHeight: block.height });
  const movements = readMovements(receipt).filter(isWanted).map(at);
  const known = movements.filter(({ contract }) => book.byContract.has(contract));
  const recipientCount = new Set(known.map(({ to }) => to)).size;
  if (recipientCount === 0 || recipientCount > RECIPIENTS_COMPARED_MAX) return movements;
  const contracts = [...new Set(known.map(({ contract }) => contract))];
  const recipients = [...new Set(known.map(({ to }) => pad(to)))];
  const logs = await readLogsOf(node, { contracts, topics: [TRANSFER, null, recipients] }, block.hash);
  const all = logs.flatMap((log) => readMovements({ tx: log.tx, logs: [log] })).map(at);
  return checkArrivals(parts, movements, { all, blocks: new Map([[block.height, block]]) });
}

function readCoin({ succeeded }: Receipt, transaction: Transaction | undefined): Movement[] {
  const direct = transaction === undefined ? undefined : movementOf(transaction);
  return direct === undefined ? [] : [{ ...direct, failed: !succeeded }];
}
