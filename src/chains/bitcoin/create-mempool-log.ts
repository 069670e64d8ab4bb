import type { Transfer } from '../../domain/transfers/transfer.ts';
import type { BitcoinNode } from './create-node.ts';
import type { MempoolMark } from './cursor.ts';
import { inParallel } from './in-parallel.ts';
import { type Transaction, transfersOf } from './read-transaction.ts';

/** How many transactions a scan looks at that it had not looked at before, and how many it tells of. */
const LOOK_TRANSACTIONS_MAX = 2_000;
const TELL_TRANSACTIONS_MAX = 5_000;
/** What is beyond is not lost: it is read with its block. */
const KEPT_TRANSACTIONS_MAX = 100_000;
const CALLS_PARALLEL_MAX = 8;
/** After a pause as long as this, the node knows better than we when a transaction came. */
const PAUSE_MS = 30_000;

interface Entry {
  number: number;
  transaction: Transaction;
  firstSeenAtMs: number;
}

export interface Look {
  /** Everything that the node's mempool lists. */
  listed: ReadonlySet<string>;
  /** Whether each of them has been looked at. */
  complete: boolean;
  /** Whether there is room to look at the others at once. */
  more: boolean;
}

interface Told {
  transfers: Transfer[];
  mark: MempoolMark;
  complete: boolean;
}

/**
 * What is in the mempool, numbered in the order in which it was found. A reader's cursor holds the number up to which it
 * was told: so several databases can read from one log, and one whose transaction failed is told again.
 */
export interface MempoolLog {
  look(nowMs: number): Promise<Look>;
  tell(mark: MempoolMark | undefined, inBlock: ReadonlySet<string>): Told;
}

export function createMempoolLog(node: BitcoinNode, options: { coin: string; name: string }): MempoolLog {
  const entries = new Map<string, Entry>();
  let lastNumber = 0;
  let lastLookMs = Number.NEGATIVE_INFINITY;

  async function read(tx: string, nowMs: number, afterPause: boolean): Promise<void> {
    const known = await node.transaction(tx);
    // It may have been replaced, or come into a block, since it was listed.
    if (known === undefined || known.blockHash !== undefined) return;
    const toldMs = afterPause ? await node.mempoolTimeMs(tx) : undefined;
    if (entries.has(tx)) return;
    lastNumber += 1;
    const firstSeenAtMs = Math.min(nowMs, toldMs ?? nowMs);
    entries.set(tx, { number: lastNumber, transaction: known.transaction, firstSeenAtMs });
  }

  return {
    async look(nowMs) {
      const listed = new Set(await node.mempool());
      for (const tx of entries.keys()) if (!listed.has(tx)) entries.delete(tx);
      const fresh = [...listed].filter((tx) => !entries.has(tx));
      const room = Math.min(LOOK_TRANSACTIONS_MAX, KEPT_TRANSACTIONS_MAX - entries.size);
      const afterPause = nowMs - lastLookMs > PAUSE_MS;
      await inParallel(fresh.slice(0, room), CALLS_PARALLEL_MAX, (tx) => read(tx, nowMs, afterPause));
      const complete = fresh.length <= room;
      if (complete) lastLookMs = nowMs;
      return { listed, complete, more: !complete && room === LOOK_TRANSACTIONS_MAX };
    },
    tell(mark, inBlock) {
      let told = mark?.log === options.name ? mark.number : 0;
      const transfers: Transfer[] = [];
      let count = 0;
      for (const { number, transaction, firstSeenAtMs } of entries.values()) {
        if (number <= told) continue;
        if (count === TELL_TRANSACTIONS_MAX)
          return { transfers, mark: { log: options.name, number: told }, complete: false };
        told = number;
        count += 1;
        if (inBlock.has(transaction.tx)) continue;
        transfers.push(...transfersOf(transaction, options.coin, { blockHeight: undefined, firstSeenAtMs }));
      }
      return { transfers, mark: { log: options.name, number: told }, complete: true };
    },
  };
}
