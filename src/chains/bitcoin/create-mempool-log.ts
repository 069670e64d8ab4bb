import type { Transfer } from '../../domain/transfers/transfer.ts';
import { inParallel } from '../in-parallel.ts';
import type { BitcoinNode } from './create-node.ts';
import type { MempoolCursor } from './cursor.ts';
import type { MempoolReader } from './mempool-reader.ts';
import { type Transaction, transfersOf } from './read-transaction.ts';

/** Bounds how many new transactions one scan fetches, and how many it returns. */
const FETCH_TRANSACTIONS_MAX = 2_000;
const PAGE_TRANSACTIONS_MAX = 5_000;
/** Transactions beyond this number are not lost: the scan finds them in their block. */
const CACHED_TRANSACTIONS_MAX = 100_000;
const CALLS_PARALLEL_MAX = 8;
/** After a pause this long, the node knows better than Florin when a transaction arrived. */
const PAUSE_MS = 30_000;

interface Entry {
  number: number;
  transaction: Transaction;
  firstSeenAtMs: number;
}

interface Snapshot {
  /** All transaction IDs in the node's mempool. */
  listed: ReadonlySet<string>;
  /** Whether all of them have been fetched. */
  complete: boolean;
  /** Whether the next scan can fetch more right away. */
  more: boolean;
}

interface Page {
  transfers: Transfer[];
  cursor: MempoolCursor;
  complete: boolean;
}

/**
 * The transactions in the mempool, numbered in the order in which they were found. Each reader's cursor holds the last
 * number it read, so several databases can share one log, and a reader whose database transaction failed reads again.
 */
export function createMempoolLog(node: BitcoinNode, options: { coin: string; name: string }): MempoolReader {
  const entries = new Map<string, Entry>();
  let lastNumber = 0;
  let lastRefreshMs = Number.NEGATIVE_INFINITY;

  async function read(tx: string, nowMs: number, afterPause: boolean): Promise<void> {
    const known = await node.transaction(tx);
    // It may have been replaced or mined since it was listed.
    if (known === undefined || known.blockHash !== undefined) return;
    const nodeTimeMs = afterPause ? await node.mempoolTimeMs(tx) : undefined;
    if (entries.has(tx)) return;
    lastNumber += 1;
    const firstSeenAtMs = Math.min(nowMs, nodeTimeMs ?? nowMs);
    entries.set(tx, { number: lastNumber, transaction: known.transaction, firstSeenAtMs });
  }

  async function refresh(nowMs: number): Promise<Snapshot> {
    const listed = new Set(await node.mempool());
    for (const tx of entries.keys()) if (!listed.has(tx)) entries.delete(tx);
    const fresh = [...listed].filter((tx) => !entries.has(tx));
    const room = Math.min(FETCH_TRANSACTIONS_MAX, CACHED_TRANSACTIONS_MAX - entries.size);
    const afterPause = nowMs - lastRefreshMs > PAUSE_MS;
    await inParallel(fresh.slice(0, room), CALLS_PARALLEL_MAX, (tx) => read(tx, nowMs, afterPause));
    const complete = fresh.length <= room;
    if (complete) lastRefreshMs = nowMs;
    return { listed, complete, more: !complete && room === FETCH_TRANSACTIONS_MAX };
  }

  function readAfter(cursor: MempoolCursor | undefined, inBlock: ReadonlySet<string>): Page {
    let last = cursor?.log === options.name ? cursor.number : 0;
    const transfers: Transfer[] = [];
    let count = 0;
    for (const { number, transaction, firstSeenAtMs } of entries.values()) {
      if (number <= last) continue;
      if (count === PAGE_TRANSACTIONS_MAX)
        return { transfers, cursor: { log: options.name, number: last }, complete: false };
      last = number;
      count += 1;
      if (inBlock.has(transaction.tx)) continue;
      transfers.push(...transfersOf(transaction, options.coin, { blockHeight: undefined, firstSeenAtMs }));
    }
    return { transfers, cursor: { log: options.name, number: last }, complete: true };
  }

  return {
    async read(cursor, { watch, inBlock, waiting }) {
      const { listed, complete, more } = await refresh(watch.nowMs);
      const page = readAfter(cursor, inBlock);
      return {
        transfers: page.transfers,
        missing: waiting.filter((tx) => !listed.has(tx)),
        cursor: page.cursor,
        untilMs: complete && page.complete ? watch.nowMs : undefined,
        more: more || !page.complete,
      };
    },
  };
}
